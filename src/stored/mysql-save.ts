/** Writes stored data into the tables of MySQL or MariaDB, for the store tool. */
import type { AskMysql } from './mysql-connections.ts';
import { namesOf, tableOf } from './mysql-schema.ts';
import { partsWithin } from './parts-within.ts';
import { nameOf, type StoredEntry } from './store.ts';

/**
 * Writes `entries`, replacing those with the same keys. Rejects when a view stands in place of a table: the tables behind it are the host's
 * to write.
 */
export async function saveEntries(entries: readonly StoredEntry[], ask: AskMysql): Promise<void> {
  const byKind = Map.groupBy(entries, ({ kind }) => kind);
  if (byKind.size === 0) return;
  const views = await namesOf(
    ask,
    `SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'VIEW' AND TABLE_NAME`,
    [...byKind.keys()].map(tableOf),
  );
  for (const view of views) throw new Error(`${view} is a view over other tables: write to those`);
  const [[limit] = []] = await ask('SELECT CAST(@@max_allowed_packet AS CHAR)', []);
  for (const [kind, ofKind] of byKind) {
    for (const part of partsOf(ofKind, Number(limit))) {
      const values = part.map(() => '(?, ?)').join(', ');
      await ask(
        `INSERT INTO ${tableOf(kind)} (id, data) VALUES ${values} ON DUPLICATE KEY UPDATE data = VALUES(data)`,
        part.flatMap(({ id, text }) => [id, Buffer.from(text).toString()]),
      );
    }
  }
}

/** The most bytes that a statement takes beside its texts: itself, and each id. */
const statementBytes = 10_000;
const entryBytes = 1100;

/** `entries` in parts that the server takes at once. It hangs up on a longer statement, often before its error arrives. */
function partsOf(entries: readonly StoredEntry[], limit: number): StoredEntry[][] {
  const most = limit - statementBytes;
  const tooLong = entries.find((entry) => bytesOf(entry) > most);
  if (tooLong !== undefined)
    throw new Error(`${nameOf(tooLong)} is longer than the server accepts: raise its max_allowed_packet`);
  return partsWithin(entries, most, bytesOf);
}

function bytesOf({ text }: StoredEntry): number {
  return text.byteLength + entryBytes;
}
