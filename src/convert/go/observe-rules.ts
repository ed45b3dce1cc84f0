/** Converts a Prebid Server (Go) host's metrics, analytics and debugging. */
import { number, text } from '../conversions.ts';
import type { Conversion, Rule } from '../rule.ts';
import { unsupported } from '../unsupported.ts';

const events: Conversion = ({ text }) =>
  text === ''
    ? undefined
    : {
        value: text,
        tell: 'converted, but Gavel writes events in its own format: set analytics.file.path to a new file, and adapt its readers',
      };

/** The rules of `metrics`, `analytics`, `debug` and the admin port. */
export const observeRules: readonly Rule[] = [
  { from: 'admin_port', to: 'admin.port', as: number },
  {
    from: 'admin.enabled',
    tell: 'not supported: the admin port is always open, on admin.host (default: 127.0.0.1)',
    unless: [true],
  },
  {
    from: 'metrics.prometheus.port',
    tell: unsupported.metricsServer,
    unless: [0],
  },
  { from: 'metrics.prometheus.namespace', needless: true },
  { from: 'metrics.prometheus.subsystem', needless: true },
  { from: 'metrics.prometheus.timeout_ms', needless: true },
  {
    from: 'metrics.influxdb.host',
    tell: unsupported.metricsServer,
    unless: [''],
  },
  ...['database', 'measurement', 'username', 'password', 'align_timestamps', 'metric_send_interval'].map(
    (name): Rule => ({ from: `metrics.influxdb.${name}`, needless: true }),
  ),
  { from: 'metrics.disabled_metrics', needless: true },
  { from: 'analytics.file.filename', to: 'analytics.file.path', as: events },
  ...['pubstack', 'agma'].flatMap((name): Rule[] => [
    { from: `analytics.${name}.enabled`, tell: unsupported.analyticsModule, unless: [false] },
    ...['endpoint', 'scopeid', 'configuration_refresh_delay', 'buffers', 'accounts'].map((part): Rule => ({
      from: `analytics.${name}.${part}`,
      needless: true,
    })),
  ]),
  { from: 'debug.override_token', to: 'debug.overrideToken', as: text },
  {
    from: 'debug.timeout_notification.log',
    tell: unsupported.timeoutNoticeLog,
    unless: [false],
  },
  { from: 'debug.timeout_notification', needless: true },
];
