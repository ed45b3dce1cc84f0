/** What MySQL and MariaDB refuse, in words that say what to do. */
import { storedKinds } from '../config/stored-kinds.ts';

/** What a server says that has no connection left, or none for this user. */
const tooMany: ReadonlySet<unknown> = new Set([1040, 1203, 1226]);

/** What it says of an id that the character set of a table cannot spell, and so does not hold. */
const foreign: ReadonlySet<unknown> = new Set([1267, 1270, 1271]);

/** Whether the server has answered with `error`: such a one leaves the connection as it was. */
export function isOfServer(error: unknown): boolean {
  const { sqlState, fatal } = error as { sqlState?: unknown; fatal?: unknown };
  return typeof sqlState === 'string' && fatal !== true;
}

/** True where the server gives no connection more. */
export function isTooMany(error: unknown): boolean {
  return tooMany.has(numberOf(error));
}

/** True where one of the ids is none that a table could hold. */
export function isForeign(error: unknown): boolean {
  return foreign.has(numberOf(error));
}

/** The words by the server's number; `table` is the one that its own words name. */
const lessons: ReadonlyMap<unknown, (table: string) => string> = new Map([
  [1146, (table: string) => `the table ${table} is missing: run npm run store:migrate -- --config FILE`],
  ...[1142, 1143].map((code) => [code, mayNot] as const),
  [1054, () => 'a view or table that stands for stored data lacks a column: each needs the columns id and data'],
  [
    1356,
    (table) =>
      `the view ${table} cannot be read: make it anew over tables that are there and that its definer may read`,
  ],
  ...[3819, 4025].map((code) => [code, refused] as const),
]);

function mayNot(table: string): string {
  return `the user of stored.url may not use the table ${table}: grant it`;
}

/** MariaDB counts brackets, and 31 within each other are its most. */
function refused(): string {
  return 'a text is none that the server takes for JSON (JSON_VALID, in MariaDB of 31 levels at most): correct it';
}

/** The name of a user or database may begin as those of the tables do. */
const tableName = new RegExp(`\\bgavel_(?:${storedKinds.join('|')})\\b`);

/** `error` in words that say what to do, where that is known. */
export function taught(error: unknown): unknown {
  const lesson = lessons.get(numberOf(error));
  if (lesson === undefined) return error;
  const [table = 'of stored data'] = tableName.exec((error as Error).message) ?? [];
  return new Error(lesson(table), { cause: error });
}

function numberOf(error: unknown): unknown {
  return (error as { errno?: unknown }).errno;
}
