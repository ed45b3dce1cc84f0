/** Converts a Prebid Server (Go) host's metrics, analytics and debugging. */
import { number, text } from '../conversions.ts';
import type { Conversion, Rule } from '../rule.ts';

const events: Conversion = ({ text }) =>
  text === ''
    ? undefined
    : {
        value: text,
        tell: 'has events in a form of its own: give analytics.file.path a new file, and its readers look at it',
      };

const module = 'has no counterpart: analytics.http posts events to an address of yours';

/** The rules of `metrics`, `analytics`, `debug` and the admin port. */
export const observeRules: readonly Rule[] = [
  { from: 'admin_port', to: 'admin.port', as: number },
  {
    from: 'admin.enabled',
    tell: 'has no counterpart: the admin port is on admin.host, 127.0.0.1 unless stated',
    unless: [true],
  },
  {
    from: 'metrics.prometheus.port',
    tell: 'is no port of its own: metrics are at /metrics of admin.host and admin.port, under names of Gavel (src/hosting)',
    unless: [0],
  },
  { from: 'metrics.prometheus.namespace', needless: true },
  { from: 'metrics.prometheus.subsystem', needless: true },
  { from: 'metrics.prometheus.timeout_ms', needless: true },
  {
    from: 'metrics.influxdb.host',
    tell: 'has no counterpart: Prometheus, or what reads its form, scrapes /metrics of the admin port',
    unless: [''],
  },
  ...['database', 'measurement', 'username', 'password', 'align_timestamps', 'metric_send_interval'].map(
    (name): Rule => ({ from: `metrics.influxdb.${name}`, needless: true }),
  ),
  { from: 'metrics.disabled_metrics', needless: true },
  { from: 'analytics.file.filename', to: 'analytics.file.path', as: events },
  ...['pubstack', 'agma'].flatMap((name): Rule[] => [
    { from: `analytics.${name}.enabled`, tell: module, unless: [false] },
    ...['endpoint', 'scopeid', 'configuration_refresh_delay', 'buffers', 'accounts'].map((part): Rule => ({
      from: `analytics.${name}.${part}`,
      needless: true,
    })),
  ]),
  { from: 'debug.override_token', to: 'debug.overrideToken', as: text },
  { from: 'debug.timeout_notification', needless: true },
];
