/** Converts where a Prebid Server (Go) host has its stored data. */
import { butNot, number } from '../conversions.ts';
import type { JointRule, JointTurn, Rule } from '../rule.ts';
import { putDatabase } from './put-database.ts';
import { isOn } from './values.ts';

const sources = ['filesystem', 'filesystem.enabled', 'filesystem.directorypath', 'http.endpoint', 'http.amp_endpoint'];
const connection = ['driver', 'dbname', 'host', 'port', 'user', 'password', 'query_string'];
// Releases before 2023 say `postgres`.
const databases = ['database', 'postgres'];
const allSources = [...sources, ...databases.flatMap((name) => connection.map((part) => `${name}.connection.${part}`))];

/** Older releases say `filesystem: true`, with `directorypath` beside it. */
const areFiles = (stated: JointTurn['stated']): boolean =>
  ['filesystem', 'filesystem.enabled'].some((path) => isOn(stated(path)) === true);

/** The source of stored requests becomes that of all of Gavel's stored data, which has one source for all kinds. */
const requests: JointRule = {
  within: 'stored_requests',
  from: allSources,
  to: ['stored.source', 'stored.url'],
  join: (turn) => {
    const { stated, textAt, put, tell } = turn;
    const address = textAt('http.endpoint');
    const database = databases.find((name) => textAt(`${name}.connection.dbname`) !== '');
    if (address !== '') {
      put('stored.source', 'http');
      put('stored.url', address);
      tell(
        'http.endpoint',
        'is asked as before, and for responses and accounts, too (response-ids, account-ids): accounts that it answers must be as Gavel has them (accounts.defaults in node src/main.ts --settings)',
      );
      const amp = textAt('http.amp_endpoint');
      if (amp !== '' && amp !== address)
        tell('http.amp_endpoint', 'has no counterpart: requests of AMP pages are asked for at stored.url, too');
    } else if (database !== undefined) putDatabase(turn, `${database}.connection`);
    else if (areFiles(stated))
      tell(
        'filesystem.directorypath',
        'has folders of other names: copy its stored_requests to requests, stored_imps to imps and stored_responses to responses below stored.dir (./stored); --accounts brings its accounts',
      );
  },
};

/** Notes that another kind of data is in another source than stored requests. */
function otherKind(within: string, how: string): JointRule {
  return {
    within,
    from: allSources,
    to: [],
    join: ({ stated, textAt, tell, around }) => {
      const own = ['http.endpoint', ...databases.map((name) => `${name}.connection.dbname`)].find(
        (path) => textAt(path) !== '',
      );
      if (own !== undefined && around.stated(`stored_requests.${own}`)?.text !== textAt(own))
        tell(own, `is another source than that of stored requests, and Gavel has one for all (stored): ${how}`);
      else if (areFiles(stated)) tell('filesystem.directorypath', how);
    },
  };
}

/** Mappings of categories: Gavel reads the folder as it is, and no other source. */
const categories: JointRule = {
  within: 'category_mapping',
  from: ['filesystem.enabled', 'filesystem.directorypath'],
  to: ['categories.dir'],
  join: ({ stated, textAt, put }) => {
    const dir = textAt('filesystem.directorypath');
    if (dir !== '' && isOn(stated('filesystem.enabled')) !== false) put('categories.dir', dir);
  },
};

/** What a source has besides its address. */
function details(within: string): Rule[] {
  return [
    ...databases.flatMap((name): Rule[] => [
      {
        from: `${within}.${name}.connection.tls`,
        tell: 'is part of the address: add sslmode, sslrootcert, sslcert and sslkey to stored.url, for MySQL ssl-mode, ssl-ca, ssl-cert and ssl-key',
      },
      { from: `${within}.${name}.fetcher`, needless: true },
      { from: `${within}.${name}.initialize_caches`, needless: true },
      { from: `${within}.${name}.poll_for_updates`, needless: true },
    ]),
    { from: `${within}.directorypath`, needless: true },
    {
      from: `${within}.http.use_rfc3986_compliant_request_builder`,
      tell: 'has no counterpart: Gavel asks with lists of JSON alone (request-ids=["a"]), let stored.url read those',
      unless: [false],
    },
    ...['type', 'size_bytes', 'request_cache_size_bytes', 'imp_cache_size_bytes', 'resp_cache_size_bytes'].map(
      (part): Rule => ({ from: `${within}.in_memory_cache.${part}`, needless: true }),
    ),
    { from: `${within}.http_events`, tell: 'has no counterpart: texts are asked for again within stored.ttlSeconds' },
    {
      from: `${within}.cache_events`,
      tell: 'is at the admin port: POST and DELETE /storedrequests/openrtb2 (src/stored)',
    },
    {
      from: `${within}.cache_events_api`,
      tell: 'is at the admin port: POST and DELETE /storedrequests/openrtb2 (src/stored)',
      unless: [false],
    },
  ];
}

/** The rules of stored data. */
export const storageRules: readonly Rule[] = [
  requests,
  categories,
  ...['http', ...databases].map((name): Rule => ({
    from: `category_mapping.${name}`,
    tell: 'has no counterpart: Gavel reads mappings of categories from files, put them into categories.dir',
  })),
  ...['in_memory_cache', 'http_events', 'cache_events'].map((name): Rule => ({
    from: `category_mapping.${name}`,
    needless: true,
  })),
  otherKind('stored_responses', 'copy them to responses below stored.dir, or import them (npm run store)'),
  otherKind('stored_amp_req', 'bring them over with npm run store -- import'),
  otherKind('accounts', 'bring accounts over with --accounts'),
  ...['stored_requests', 'stored_responses', 'stored_amp_req', 'accounts'].flatMap(details),
  { from: 'stored_requests.in_memory_cache.ttl_seconds', to: 'stored.ttlSeconds', as: butNot([0], number) },
  ...['stored_responses', 'stored_amp_req', 'accounts'].map((name): Rule => ({
    from: `${name}.in_memory_cache.ttl_seconds`,
    needless: true,
  })),
  { from: 'stored_requests_timeout_ms', to: 'stored.timeoutMs', as: number },
];
