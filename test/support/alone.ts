/** The test files that run first, one after the other. Each takes the whole machine's time, so name none without need. */

/** They keep several processes busy and count what happens to each request: other files beside them would change the counts. */
const names = [
  'cluster',
  'cluster/alone',
  'cluster/deaths',
  'cluster/migrate',
  'cluster/restart',
  'hosting/proxies',
  'serve-collapse',
  'serve-overload',
  'serve-sync-flood',
  'serve-sync-hitch',
];

/** Their paths from the project's root. */
export const alone: ReadonlySet<string> = new Set(names.map((name) => `test/${name}.test.ts`));
