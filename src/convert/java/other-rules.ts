/** Converts metrics, logs, analytics, modules and floors of a Prebid Server Java host. */
import { texts, words } from '../conversions.ts';
import type { JointRule, Rule } from '../rule.ts';
import { flagAt, isFlag } from './values.ts';
import { unsupported } from '../unsupported.ts';

const counted: JointRule = {
  within: 'metrics.accounts',
  from: ['basic-verbosity', 'detailed-verbosity'],
  to: ['admin.metricAccounts'],
  join: ({ stated, put, around }) => {
    const ids = ['basic-verbosity', 'detailed-verbosity'].flatMap((name) => {
      const one = stated(name);
      const value = one && texts(one, around)?.value;
      return Array.isArray(value) ? value.map(String) : [];
    });
    if (ids.length > 0) put('admin.metricAccounts', [...new Set(ids)]);
  },
};

const levels = words({
  trace: 'trace',
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  error: 'error',
  fatal: 'fatal',
  silent: 'silent',
  off: 'silent',
  false: 'silent',
});

/** Whatever sends metrics somewhere. Older releases serve Prometheus if only its port is stated. */
function exporter(name: string): JointRule {
  return {
    within: `metrics.${name}`,
    from: ['enabled', 'port'],
    to: [],
    join: (turn) => {
      const isOn = flagAt(turn, 'enabled') ?? (name === 'prometheus' && turn.stated('port') !== undefined);
      if (isOn) turn.tell(turn.stated('enabled') === undefined ? 'port' : 'enabled', unsupported.metricsServer);
    },
  };
}

/** The rules of metrics, logs, analytics, modules, floors, health checks and deals. */
export const otherRules: readonly Rule[] = [
  counted,
  {
    from: 'metrics.accounts.default-verbosity',
    tell: unsupported.metricAccounts,
    unless: ['none'],
  },
  ...['graphite', 'influxdb', 'prometheus', 'console', 'logback'].flatMap((name): Rule[] => [
    exporter(name),
    { from: `metrics.${name}`, needless: true },
  ]),
  ...['prefix', 'metric-type', 'jmx', 'accounts'].map((name): Rule => ({ from: `metrics.${name}`, needless: true })),
  { from: 'logging.level.root', to: 'log.level', as: levels },
  ...['file', 'config', 'pattern', 'logback'].map((name): Rule => ({
    from: `logging.${name}`,
    tell: 'not supported: Gavel logs lines of JSON to standard output; let the system write and rotate files (src/hosting)',
  })),
  { from: 'logging', needless: true },
  { from: 'logger-level-modifier', needless: true },
  {
    from: 'analytics.*.enabled',
    tell: unsupported.analyticsModule,
    unless: [false],
  },
  { from: 'analytics', needless: true },
  {
    from: 'hooks.*.enabled',
    tell: unsupported.javaModules,
    unless: [false],
  },
  { from: 'hooks', needless: true },
  { from: 'price-floors.enabled', asked: isFlag },
  { from: 'price-floors', needless: true },
  { from: 'health-check', needless: true },
  { from: 'deals', tell: unsupported.dealsPlanner },
  { from: 'pg', tell: unsupported.dealsPlanner },
];
