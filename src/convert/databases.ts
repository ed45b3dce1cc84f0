/** Decides which databases of an old server Gavel can read: their names, their addresses, and what the host must create there. */
import { isIPv6 } from 'node:net';

/** A database that Gavel can read. */
interface KnownDatabase {
  readonly pattern: RegExp;
  /** Gavel's word for it, which is also the scheme of its address. */
  readonly source: 'postgres' | 'mysql';
  /** What the host must do, as the end of a sentence. */
  readonly make: string;
}

const migrate = 'npm run store:migrate -- --config FILE';
const fill = '(npm run store -- import DIR --config FILE)';
const over = "over the tables that the old server's queries read (src/stored/README.md)";

const databases: readonly KnownDatabase[] = [
  {
    pattern: /^postgres/i,
    source: 'postgres',
    make: `create a view gavel_stored ${over}, or create Gavel's table (${migrate}) and fill it ${fill}`,
  },
  {
    pattern: /^mysql$/i,
    source: 'mysql',
    make: `create views gavel_requests, gavel_imps and so on ${over}, create missing ones as tables (${migrate}) and fill these ${fill}`,
  },
];

/** The note about a database that Gavel does not read. */
export const noDatabase =
  'not supported: Gavel reads PostgreSQL, MySQL, Redis, HTTP, S3 and files; write its data to ./stored/requests/ID.json, imps/, responses/, accounts/, and import them (npm run store -- import DIR)';

/** The database that an old server calls `type`; undefined for one that Gavel does not read. */
export function databaseOf(type: string): KnownDatabase | undefined {
  return databases.find(({ pattern }) => pattern.test(type));
}

/** The address of a database without its query, from parts that both old servers name alike. `part` gives '' for one that is not stated. */
export function addressOf({ source }: KnownDatabase, part: (name: string) => string): string {
  const [user, password, name] = ['user', 'password', 'dbname'].map((one) =>
    encodeURIComponent(part(one).toWellFormed()),
  );
  const login = user === '' ? '' : `${user}${password === '' ? '' : `:${password}`}@`;
  const port = ['', '0'].includes(part('port')) ? '' : `:${part('port')}`;
  const host = part('host') || 'localhost';
  return `${source}://${login}${isIPv6(host) ? `[${host}]` : host}${port}/${name}`;
}
