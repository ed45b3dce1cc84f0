/** Makes `stored.source` and `stored.url` out of the database in which a Prebid Server (Go) host has its stored data. */
import { addressOf, databaseOf, noDatabase } from '../databases.ts';
import type { JointTurn } from '../rule.ts';

/** Puts the database whose settings are below `from`, or notes that Gavel does not read it. */
export function putDatabase({ textAt, put, tell }: JointTurn, from: string): void {
  const part = (name: string): string => textAt(`${from}.${name}`);
  // Releases before 2023 read only PostgreSQL, and name no driver.
  const database = databaseOf(part('driver') || 'postgres');
  if (database === undefined) return tell(`${from}.driver`, noDatabase);
  const words = part('query_string').replace(/^\?/, '');
  const query = database.source === 'mysql' ? mysqlQuery(words) : words;
  put('stored.source', database.source);
  put('stored.url', `${addressOf(database, part)}${query === '' ? '' : `?${query}`}`);
  tell(`${from}.dbname`, database.make);
}

/** The TLS options of a query for Go's client, in MySQL's words. The other options concern only that client. */
function mysqlQuery(query: string): string {
  const tls = new URLSearchParams(query).get('tls')?.toLowerCase() ?? '';
  if (['', 'false', '0'].includes(tls)) return '';
  // Any other word is `true` or names a configuration of that client: choose the strict mode.
  return tls === 'skip-verify' || tls === 'preferred' ? 'ssl-mode=REQUIRED' : 'ssl-mode=VERIFY_IDENTITY';
}
