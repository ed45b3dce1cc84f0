/** Converts where a Prebid Server (Go) host has its stored data. */
import { isAbsolute } from 'node:path';
import { butNot, number, relativeFolder } from '../conversions.ts';
import type { JointRule, JointTurn, Rule } from '../rule.ts';
import { putDatabase } from './put-database.ts';
import { flagAt } from './values.ts';
import { unsupported } from '../unsupported.ts';

const sources = ['filesystem', 'filesystem.enabled', 'filesystem.directorypath', 'http.endpoint', 'http.amp_endpoint'];
const connection = ['driver', 'dbname', 'host', 'port', 'user', 'password', 'query_string'];
// Releases before 2023 say `postgres`.
const databases = ['database', 'postgres'];
const allSources = [...sources, ...databases.flatMap((name) => connection.map((part) => `${name}.connection.${part}`))];

/** Older releases say `filesystem: true`, with `directorypath` beside it. */
function areFiles(turn: JointTurn): boolean {
  const isMap =
    turn.stated('filesystem.enabled') !== undefined || turn.stated('filesystem.directorypath') !== undefined;
  return flagAt(turn, isMap ? 'filesystem.enabled' : 'filesystem') === true;
}

/** The source of stored requests becomes that of all of Gavel's stored data, which has one source for all kinds. */
const requests: JointRule = {
  within: 'stored_requests',
  from: allSources,
  to: ['stored.source', 'stored.url'],
  join: joinSource,
};

/** HTTP is preferred to a database, and both to files, which are the easiest to copy. */
function joinSource(turn: JointTurn): void {
  const { textAt, tell } = turn;
  const isHttp = putHttp(turn);
  const [database, ...others] = databases.filter((name) => textAt(`${name}.connection.dbname`) !== '');
  for (const name of isHttp && database !== undefined ? [database, ...others] : others)
    tell(`${name}.connection.dbname`, unsupported.secondSource);
  if (!isHttp && database !== undefined) putDatabase(turn, `${database}.connection`);
  if (!areFiles(turn)) return;
  tell(
    'filesystem.directorypath',
    isHttp || database !== undefined
      ? unsupported.secondSource
      : "not converted, because Gavel's folders have other names: copy stored_requests to requests, stored_imps to imps and stored_responses to responses in stored.dir (./stored); convert its accounts with --accounts",
  );
}

/** Puts the address of HTTP, or that of AMP requests if it is the only one. False if there is none. */
function putHttp({ textAt, put, tell }: JointTurn): boolean {
  const [all, amp] = ['http.endpoint', 'http.amp_endpoint'].map(textAt) as [string, string];
  const address = all || amp;
  if (address === '') return false;
  put('stored.source', 'http');
  put('stored.url', address);
  tell(
    all === '' ? 'http.amp_endpoint' : 'http.endpoint',
    "converted, but Gavel also asks it for responses and accounts (response-ids, account-ids): its accounts must be in Gavel's format (accounts.defaults in node src/main.ts --settings)",
  );
  if (amp !== '' && amp !== address) tell('http.amp_endpoint', unsupported.urlByKind);
  return true;
}

/** Notes that another kind of data is in another source than stored requests. */
function otherKind(
  within: string,
  { ofFiles, ofOthers }: { readonly ofFiles: string; readonly ofOthers: string },
): JointRule {
  return {
    within,
    from: allSources,
    to: [],
    join: (turn) => {
      const { textAt, tell, around } = turn;
      const own = ['http.endpoint', ...databases.map((name) => `${name}.connection.dbname`)].find(
        (path) => textAt(path) !== '',
      );
      if (own !== undefined && around.stated(`stored_requests.${own}`)?.text !== textAt(own))
        tell(
          own,
          `not supported: Gavel reads all stored data from one source, here that of stored requests; ${ofOthers}`,
        );
      else if (areFiles(turn)) tell('filesystem.directorypath', `not converted: ${ofFiles}`);
    },
  };
}

/** Mappings of categories: Gavel reads the folder as it is, and no other source. */
const categories: JointRule = {
  within: 'category_mapping',
  from: ['filesystem.enabled', 'filesystem.directorypath'],
  to: ['categories.dir'],
  join: (turn) => {
    const dir = turn.textAt('filesystem.directorypath');
    if (flagAt(turn, 'filesystem.enabled') === false || dir === '') return;
    turn.put('categories.dir', dir);
    if (!isAbsolute(dir)) turn.tell('filesystem.directorypath', relativeFolder);
  },
};

/** What a source has besides its address. */
function details(within: string): Rule[] {
  return [
    ...databases.flatMap((name): Rule[] => [
      {
        from: `${within}.${name}.connection.tls`,
        tell: 'not converted: add sslmode, sslrootcert, sslcert and sslkey to stored.url, for MySQL ssl-mode, ssl-ca, ssl-cert and ssl-key',
      },
      { from: `${within}.${name}.fetcher`, needless: true },
      { from: `${within}.${name}.initialize_caches`, needless: true },
      { from: `${within}.${name}.poll_for_updates`, needless: true },
    ]),
    { from: `${within}.directorypath`, needless: true },
    {
      from: `${within}.http.use_rfc3986_compliant_request_builder`,
      tell: unsupported.plainLists,
      unless: [false],
    },
    ...['type', 'size_bytes', 'request_cache_size_bytes', 'imp_cache_size_bytes', 'resp_cache_size_bytes'].map(
      (part): Rule => ({ from: `${within}.in_memory_cache.${part}`, needless: true }),
    ),
    {
      from: `${within}.http_events`,
      tell: unsupported.refreshes,
    },
    {
      from: `${within}.cache_events`,
      tell: unsupported.cacheApi,
    },
    {
      from: `${within}.cache_events_api`,
      tell: unsupported.cacheApi,
      unless: [false],
    },
  ];
}

const imported = 'import its data (npm run store -- import DIR)';

/** The rules of stored data. */
export const storageRules: readonly Rule[] = [
  requests,
  categories,
  ...['http', ...databases].map((name): Rule => ({
    from: `category_mapping.${name}`,
    tell: unsupported.categorySources,
  })),
  ...['in_memory_cache', 'http_events', 'cache_events'].map((name): Rule => ({
    from: `category_mapping.${name}`,
    needless: true,
  })),
  otherKind('stored_responses', {
    ofFiles: `copy its files to responses in stored.dir, or ${imported}`,
    ofOthers: imported,
  }),
  otherKind('stored_amp_req', { ofFiles: imported, ofOthers: imported }),
  otherKind('accounts', {
    ofFiles: 'convert its accounts with --accounts',
    ofOthers: 'write its accounts to files, and convert them with --accounts',
  }),
  ...['stored_requests', 'stored_responses', 'stored_amp_req', 'accounts'].flatMap(details),
  { from: 'stored_requests.in_memory_cache.ttl_seconds', to: 'stored.ttlSeconds', as: butNot([0], number) },
  ...['stored_responses', 'stored_amp_req', 'accounts'].map((name): Rule => ({
    from: `${name}.in_memory_cache.ttl_seconds`,
    needless: true,
  })),
  { from: 'stored_requests_timeout_ms', to: 'stored.timeoutMs', as: number },
];
