/** Converts where Prebid Server Java has its stored data and accounts: files, a database, HTTP, S3. */
import { basename, dirname } from 'node:path';
import { number } from '../conversions.ts';
import { addressOf, databaseOf } from '../databases.ts';
import type { JointRule, JointTurn, Rule } from '../rule.ts';
import { putS3, s3Settings } from './s3-rule.ts';
import { flag, tellPlaces, wholeOf } from './values.ts';

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

const onlyOne = 'Gavel has one source of stored data: bring in what this one holds, too (npm run store -- import DIR)';

/** Gavel has one source, so a database is preferred to S3, that to HTTP, and that to files, which are the easiest to copy. */
function joinSource(turn: JointTurn): void {
  const isDatabase = turn.textAt('database.host') !== '' && putDatabase(turn);
  if (turn.textAt('s3.bucket') !== '' && isDatabase) turn.tell('s3.bucket', onlyOne);
  const isFound = isDatabase || putS3(turn);
  const http = turn.textAt('http.endpoint');
  if (http !== '' && isFound) turn.tell('http.endpoint', onlyOne);
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
      'Gavel reads PostgreSQL, MySQL, Redis, HTTP, S3 and files: write what this one holds into ./stored/requests/ID.json, imps/, responses/, accounts/, and import it (npm run store -- import DIR)',
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
    'is asked as before (request-ids, imp-ids, response-ids, account-ids), but accounts that it answers must be as Gavel has them (accounts.defaults in node src/main.ts --settings)',
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
  if (isElsewhere) return dirs.forEach(({ from }) => tell(from, onlyOne));
  const parents = new Set(dirs.map(({ dir }) => dirname(dir)));
  if (dirs.length > 0 && parents.size === 1 && dirs.every(({ kind, dir }) => basename(dir) === kind))
    return put('stored.dir', [...parents][0]);
  for (const { from, kind } of dirs)
    tell(from, `copy what it holds into the folder ${kind} of stored.dir (./stored/${kind})`);
}

const ask = 'what the source changes counts within stored.ttlSeconds, with PostgreSQL and Redis at once';
const same = 'Gavel asks stored.url for all kinds of stored data';

/** The rules of `settings`, except account defaults. */
export const storedRules: readonly Rule[] = [
  source,
  { from: 'settings.filesystem.settings-filename', tell: 'bring its accounts over with --accounts and this file' },
  {
    from: 'settings.filesystem.profiles-dir',
    tell: 'copy what it holds into the folder profiles of stored.dir, each under its id alone, and name its account in the text: "accountid"',
  },
  { from: 'settings.filesystem.categories-dir', to: 'categories.dir' },
  { from: 'settings.http.amp-endpoint', tell: same },
  { from: 'settings.http.video-endpoint', tell: same },
  {
    from: 'settings.http.category-endpoint',
    tell: 'Gavel reads mappings of categories from files: put them into categories.dir',
  },
  {
    from: 'settings.http.rfc3986-compatible',
    tell: 'Gavel asks with lists of JSON alone (request-ids=["a"]): let stored.url read those',
    unless: [false],
  },
  { from: 'settings.s3', needless: true },
  { from: 'settings.database', needless: true },
  { from: 'settings.enforce-valid-account', to: 'accounts.required', as: flag },
  {
    from: 'settings.generate-storedrequest-bidrequest-id',
    tell: 'a stored request whose id is {{UUID}} gets one of its own here, any other keeps the id that it states',
    unless: [false],
  },
  {
    from: 'settings.fail-on-unknown-bidders',
    tell: 'an alias of a bidder that nobody knows is answered with 400',
    unless: [true],
  },
  {
    from: 'settings.fail-on-disabled-bidders',
    tell: 'an alias of a bidder that is not asked here is ignored with a warning',
    unless: [true],
  },
  { from: 'settings.targeting.truncate-attr-chars', to: 'targeting.truncateKeyLength', as: number },
  { from: 'settings.in-memory-cache.ttl-seconds', to: 'stored.ttlSeconds', as: number },
  { from: 'settings.in-memory-cache.http-update', tell: ask },
  { from: 'settings.in-memory-cache.jdbc-update', tell: ask },
  { from: 'settings.in-memory-cache.database-update', tell: ask },
  { from: 'settings.in-memory-cache.s3-update', tell: ask },
  { from: 'settings.in-memory-cache', needless: true },
  { from: 'settings.modules', needless: true },
];
