/** Converts where Prebid Server Java has its stored data and accounts: files, a database, HTTP, S3. */
import { basename, dirname, isAbsolute } from 'node:path';
import { number, relativeFolder } from '../conversions.ts';
import { addressOf, databaseOf, noDatabase } from '../databases.ts';
import type { JointRule, JointTurn, Rule } from '../rule.ts';
import { putS3, s3Settings } from './s3-rule.ts';
import { flag, tellPlaces, wholeOf } from './values.ts';
import { unsupported } from '../unsupported.ts';

const source: JointRule = {
  within: 'settings',
  from: [
    'database.type',
    'database.host',
    'database.port',
    'database.dbname',
    'database.user',
    'database.password',
    'database.pool-size',
    'http.endpoint',
    ...s3Settings,
    'filesystem.stored-requests-dir',
    'filesystem.stored-imps-dir',
    'filesystem.stored-responses-dir',
  ],
  to: ['stored.source', 'stored.url', 'stored.connections', 'stored.dir'],
  join: joinSource,
};

/** Gavel has one source, so a database is preferred to S3, that to HTTP, and that to files, which are the easiest to copy. */
function joinSource(turn: JointTurn): void {
  const isDatabase = turn.textAt('database.host') !== '' && putDatabase(turn);
  if (turn.textAt('s3.bucket') !== '' && isDatabase) turn.tell('s3.bucket', unsupported.secondSource);
  const isFound = isDatabase || putS3(turn);
  const http = turn.textAt('http.endpoint');
  if (http !== '' && isFound) turn.tell('http.endpoint', unsupported.secondSource);
  else if (http !== '') putHttp(turn, http);
  tellFiles(turn, isFound || http !== '');
}

/** Puts the database as the source. False if Gavel cannot read it. */
function putDatabase(turn: JointTurn): boolean {
  const { stated, textAt, put, tell } = turn;
  const part = (name: string): string => textAt(`database.${name}`);
  const database = databaseOf(part('type'));
  if (database === undefined) {
    tell(
      'database.type',
      part('type') === '' ? 'needs settings.database.type (postgres or mysql): add it' : noDatabase,
    );
    return false;
  }
  put('stored.source', database.source);
  put('stored.url', addressOf(database, part));
  tellPlaces(
    turn,
    ['host', 'dbname', 'user', 'password'].map((name) => `database.${name}`),
  );
  const connections = wholeOf(stated('database.pool-size'));
  if (connections !== undefined) put('stored.connections', connections);
  tell('database.type', database.make);
  return true;
}

function putHttp({ put, tell }: JointTurn, url: string): void {
  put('stored.source', 'http');
  put('stored.url', url);
  tell(
    'http.endpoint',
    "converted (request-ids, imp-ids, response-ids, account-ids), but its accounts must be in Gavel's format (accounts.defaults in node src/main.ts --settings)",
  );
}

const kinds = [
  ['filesystem.stored-requests-dir', 'requests'],
  ['filesystem.stored-imps-dir', 'imps'],
  ['filesystem.stored-responses-dir', 'responses'],
] as const;

/** Folders that are beside each other under Gavel's names are used where they are. */
function tellFiles({ textAt, put, tell }: JointTurn, isElsewhere: boolean): void {
  const dirs = kinds.flatMap(([from, kind]) => {
    const dir = textAt(from).replace(/\/+$/, '');
    return dir === '' ? [] : [{ from, kind, dir }];
  });
  if (isElsewhere) return dirs.forEach(({ from }) => tell(from, unsupported.secondSource));
  const parents = new Set(dirs.map(({ dir }) => dirname(dir)));
  if (dirs.length > 0 && parents.size === 1 && dirs.every(({ kind, dir }) => basename(dir) === kind))
    return put('stored.dir', [...parents][0]);
  for (const { from, kind } of dirs)
    tell(from, `not converted: copy its files to ${kind} in stored.dir (./stored/${kind})`);
}

const badAlias =
  'not supported: Gavel rejects a request with 400 if it has an alias of an unknown or disabled bidder; if the alias is itself the name of a bidder, Gavel only ignores it with a warning';

/** The rules of `settings`, except account defaults. */
export const storedRules: readonly Rule[] = [
  source,
  {
    from: 'settings.filesystem.settings-filename',
    tell: 'not converted: to convert its accounts, give that file as --accounts',
  },
  {
    from: 'settings.filesystem.profiles-dir',
    tell: 'not converted: copy its files to profiles in stored.dir, each named by its id alone, with its account in the text ("accountid")',
  },
  {
    from: 'settings.filesystem.categories-dir',
    to: 'categories.dir',
    as: ({ value, text }) => (text === '' || isAbsolute(text) ? { value } : { value, tell: relativeFolder }),
  },
  { from: 'settings.http.amp-endpoint', tell: unsupported.urlByKind },
  { from: 'settings.http.video-endpoint', tell: unsupported.urlByKind },
  {
    from: 'settings.http.category-endpoint',
    tell: unsupported.categorySources,
  },
  {
    from: 'settings.http.rfc3986-compatible',
    tell: unsupported.plainLists,
    unless: [false],
  },
  { from: 'settings.s3', needless: true },
  { from: 'settings.database', needless: true },
  { from: 'settings.enforce-valid-account', to: 'accounts.required', as: flag },
  {
    from: 'settings.generate-storedrequest-bidrequest-id',
    tell: unsupported.generatedRequestIds,
    unless: [false],
  },
  {
    from: 'settings.fail-on-unknown-bidders',
    tell: badAlias,
    unless: [true],
  },
  {
    from: 'settings.fail-on-disabled-bidders',
    tell: badAlias,
    unless: [true],
  },
  { from: 'settings.targeting.truncate-attr-chars', to: 'targeting.truncateKeyLength', as: number },
  { from: 'settings.in-memory-cache.ttl-seconds', to: 'stored.ttlSeconds', as: number },
  { from: 'settings.in-memory-cache.http-update', tell: unsupported.refreshes },
  { from: 'settings.in-memory-cache.jdbc-update', tell: unsupported.refreshes },
  { from: 'settings.in-memory-cache.database-update', tell: unsupported.refreshes },
  { from: 'settings.in-memory-cache.s3-update', tell: unsupported.refreshes },
  { from: 'settings.in-memory-cache', needless: true },
  { from: 'settings.modules', needless: true },
];
