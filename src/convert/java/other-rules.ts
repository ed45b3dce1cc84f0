/** Converts metrics, logs, analytics, modules and floors of a Prebid Server Java host. */
import { texts, words } from '../conversions.ts';
import type { JointRule, Rule } from '../rule.ts';

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

const scraped =
  'not supported: scrape /metrics of admin.host and admin.port instead; metrics have names of their own (src/hosting has a dashboard and alerts)';

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

/** The rules of metrics, logs, analytics, modules, floors, health checks and deals. */
export const otherRules: readonly Rule[] = [
  counted,
  {
    from: 'metrics.accounts.default-verbosity',
    tell: 'not supported: set admin.metricAccounts instead, the accounts that metrics count by name',
    unless: ['none'],
  },
  ...['graphite', 'influxdb', 'prometheus', 'console', 'logback'].flatMap((name): Rule[] => [
    { from: `metrics.${name}.enabled`, tell: scraped, unless: [false] },
    { from: `metrics.${name}`, needless: true },
  ]),
  ...['prefix', 'metric-type', 'jmx', 'accounts'].map((name): Rule => ({ from: `metrics.${name}`, needless: true })),
  { from: 'logging.level.root', to: 'log.level', as: levels },
  { from: 'logging.level', needless: true },
  { from: 'logging', needless: true },
  { from: 'logger-level-modifier', needless: true },
  {
    from: 'analytics.*.enabled',
    tell: 'not supported: set analytics.file (writes events as lines of JSON) or analytics.http (posts them to a URL) instead',
    unless: [false],
  },
  { from: 'analytics', needless: true },
  {
    from: 'hooks',
    tell: 'not supported: modules of Prebid Server Java do not run in Gavel; write a plugin instead (src/plugins)',
  },
  {
    from: 'price-floors.enabled',
    needless: true,
  },
  { from: 'price-floors', needless: true },
  { from: 'health-check', needless: true },
  { from: 'deals', tell: 'not supported: Gavel has no deals planner; put line items into the file lineItems.file' },
  { from: 'pg', tell: 'not supported: Gavel has no deals planner; put line items into the file lineItems.file' },
];
