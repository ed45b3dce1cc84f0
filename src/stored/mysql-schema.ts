/** The tables of stored data in MySQL and MariaDB: what `npm run store:migrate` makes. */
import { storedKinds, type StoredKind } from '../config/stored-kinds.ts';
import { readMysqlAddress } from './mysql-address.ts';
import { MysqlConnections, type AskMysql } from './mysql-connections.ts';
import { explained } from './mysql-faults.ts';

/** Timeout of a statement, in milliseconds: longer than it waits for the lock. */
const giveUpMs = 60_000;

/**
 * The table of each kind, or the view in its place. There is one per kind because the server would read a view over all kinds as a whole.
 */
export function tableOf(kind: StoredKind): string {
  return `gavel_${kind}`;
}

/** Collations that compare ids by their bytes; the last also ignores trailing spaces. MariaDB has the first, MySQL 8 the second. */
const collations = ['utf8mb4_nopad_bin', 'utf8mb4_0900_bin', 'utf8mb4_bin'];

/** Makes the tables that are missing; resolves with how many. */
export async function migrateMysql(url: string, lockSeconds = 50): Promise<number> {
  const connections = new MysqlConnections(readMysqlAddress(url), giveUpMs);
  try {
    return await makeTables(connections.ask, lockSeconds);
  } catch (error) {
    throw explained(error);
  } finally {
    await connections.close();
  }
}

async function makeTables(ask: AskMysql, lockSeconds: number): Promise<number> {
  // All statements run on one connection, which holds the lock until it is closed. A lock's name has 64 characters at most, as has a
  // database's.
  const [[got] = []] = await ask(
    `SELECT CAST(GET_LOCK(LEFT(CONCAT('gavel_', DATABASE()), 64), ${lockSeconds}) AS CHAR)`,
    [],
  );
  if (got === null) throw new Error('the server gives no lock (GET_LOCK): run it again');
  if (String(got) !== '1') throw new Error('another migration is running: run this again when it has finished');
  const known = await namesOf(
    ask,
    'SELECT COLLATION_NAME FROM information_schema.COLLATIONS WHERE COLLATION_NAME',
    collations,
  );
  const collation = collations.find((one) => known.has(one)) ?? 'utf8mb4_bin';
  const there = await namesOf(
    ask,
    'SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME',
    storedKinds.map(tableOf),
  );
  const missing = storedKinds.map(tableOf).filter((table) => !there.has(table));
  for (const table of missing) await ask(tableText(table, collation), []);
  return missing.length;
}

/** Which of `names` a query finds when `IN (names)` is appended to its text. */
export async function namesOf(ask: AskMysql, text: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ask(`${text} IN (${names.map(() => '?').join(', ')})`, names);
  return new Set(rows.map(([name]) => String(name)));
}

/** A column of type JSON would reformat texts. */
function tableText(table: string, collation: string): string {
  return `CREATE TABLE ${table} (
    id varchar(255) CHARACTER SET utf8mb4 COLLATE ${collation} NOT NULL PRIMARY KEY,
    data longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL CHECK (JSON_VALID(data)),
    updated_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP
  ) ENGINE=InnoDB ROW_FORMAT=DYNAMIC`;
}
