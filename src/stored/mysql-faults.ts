/** Turns errors of MySQL and MariaDB into messages that say what to do. */
import { storedKinds } from '../config/stored-kinds.ts';

/** Errors of a server that has no connection left, at all or for this user. */
const tooMany: ReadonlySet<unknown> = new Set([1040, 1203, 1226]);

/** Errors about an id that a table's character set cannot spell, so that the table does not hold it. The last is of MySQL 8 and later. */
const foreign: ReadonlySet<unknown> = new Set([1267, 1270, 1271, 3988]);

/** True when `error` is the server's answer to a statement: the connection can still be used. */
export function isOfServer(error: unknown): boolean {
  const { sqlState, fatal } = error as { sqlState?: unknown; fatal?: unknown };
  return typeof sqlState === 'string' && fatal !== true && !isLost(error);
}

/** Codes of a connection that the server has ended; the last two are its own, of a shutdown and of a session that was idle. */
const lost: ReadonlySet<unknown> = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'ECONNRESET',
  'EPIPE',
  'ER_SERVER_SHUTDOWN',
  'ER_CLIENT_INTERACTION_TIMEOUT',
]);

/**
 * True when the connection ended before the answer. MySQL (8.0.24 and later) says so in a packet that is no answer to the query under way:
 * its number is 0, which the library calls out of order.
 */
export function isLost(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { received?: unknown } };
  return lost.has(code) || cause?.received === 0;
}

/** True when the server gives no further connection. */
export function isTooMany(error: unknown): boolean {
  return tooMany.has(numberOf(error));
}

/** True when a table could not hold one of the ids. */
export function isForeign(error: unknown): boolean {
  return foreign.has(numberOf(error));
}

/** The messages by the server's error number; `table` is the one that the server's own message names. */
const explanations: ReadonlyMap<unknown, (table: string) => string> = new Map([
  [1146, (table: string) => `the table ${table} is missing: run npm run store:migrate -- --config FILE`],
  ...[1142, 1143].map((code) => [code, accessDenied] as const),
  [1054, () => 'a view or table that stands for stored data lacks a column: each needs the columns id and data'],
  [
    1356,
    (table) => `the view ${table} cannot be read: recreate it over tables that exist and that its definer may read`,
  ],
  ...[3819, 4025].map((code) => [code, notJson] as const),
]);

function accessDenied(table: string): string {
  return `the user of stored.url may not use the table ${table}: grant it`;
}

/** A level is one of nested brackets. */
function notJson(): string {
  return 'a text is not JSON for the server (JSON_VALID, which allows at most 31 levels in MariaDB, 100 in MySQL): correct it';
}

/** Whole names only: a user or a database may have a name that begins like a table's. */
const tableName = new RegExp(`\\bgavel_(?:${storedKinds.join('|')})\\b`);

/** `error` with a message that says what to do, where that is known. */
export function explained(error: unknown): unknown {
  const explanation = explanations.get(numberOf(error));
  if (explanation === undefined) return error;
  const [table = 'of stored data'] = tableName.exec((error as Error).message) ?? [];
  return new Error(explanation(table), { cause: error });
}

function numberOf(error: unknown): unknown {
  return (error as { errno?: unknown }).errno;
}
