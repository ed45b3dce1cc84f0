/** Reads stored data from MySQL or MariaDB, all keys of a look-up in one query: for hosts that come from Prebid Server. */
import { storedKinds, type StoredKind } from '../config/stored-kinds.ts';
import { fetchHalved } from './fetch-halved.ts';
import { joinLookUps } from './join-look-ups.ts';
import { readMysqlAddress } from './mysql-address.ts';
import { MysqlConnections, type AskMysql } from './mysql-connections.ts';
import { isForeign, isTooMany, explained } from './mysql-faults.ts';
import { saveEntries } from './mysql-save.ts';
import { tableOf } from './mysql-schema.ts';
import {
  isStoredId,
  maxTextBytes,
  tooLongText,
  type EditableStore,
  type SourceLimits,
  type StoredKey,
} from './store.ts';

/** A store over the database at `url`; it connects at the first query. Throws an Error when a file that `url` names cannot be read. */
export function mysqlStore(url: string, limits: SourceLimits): EditableStore {
  const connections = new MysqlConnections(readMysqlAddress(url), limits.giveUpMs);
  const ask: AskMysql = (text, values) =>
    connections.askAgain(text, values).catch((error: unknown) => {
      throw explained(error);
    });
  const database = { fetchTexts: (keys: readonly StoredKey[]) => fetchTexts(keys, ask), maxKeys, isForeign };
  return {
    fetch: joinLookUps((keys) => fetchHalved(keys, database), limits, {
      count: () => connections.count,
      add: () => connections.add(),
      isTooMany,
    }),
    list: () => listKeys(ask),
    save: (entries) => saveEntries(entries, ask),
    close: () => connections.close(),
  };
}

/** A statement takes 65,535 values, and the ids of each kind are padded to a power of two. */
const maxKeys = 16_384;

/** An id is its bytes, even where the collation of a host's own table treats others as equal: those rows match no key. */
async function fetchTexts(keys: readonly StoredKey[], ask: AskMysql): Promise<ReadonlyMap<string, Buffer>> {
  const idsByKind = Map.groupBy(keys, ({ kind }) => kind);
  const parts = storedKinds.flatMap((kind) => {
    const ids = idsByKind.get(kind);
    return ids === undefined ? [] : [{ kind, ids: padded(ids.map(({ id }) => id)) }];
  });
  const text = parts.map(({ kind, ids }) => fetchText(kind, ids.length)).join(' UNION ALL ');
  const rows = await ask(
    text,
    parts.flatMap(({ ids }) => ids),
  );
  return new Map(rows.map(([kind, id, data]) => [`${String(kind)}/${String(id)}`, bytesOf(data)]));
}

/** Repeats the last id up to a power of two: each number of ids is a prepared statement of its own. */
function padded(ids: readonly string[]): string[] {
  const paddedLength = 2 ** Math.ceil(Math.log2(ids.length));
  return [...ids, ...Array.from({ length: paddedLength - ids.length }, () => ids.at(-1)!)];
}

/**
 * A host's own tables may differ in character set, collation and column types. A text over the limit stays in the database: transferring it
 * would block the process. MySQL converts bytes that are no UTF-8 to NULL: they come as an empty text, which is no JSON either.
 */
function fetchText(kind: StoredKind, count: number): string {
  return `SELECT '${kind}', ${asText('id')}, CASE WHEN octet_length(data) <= ${maxTextBytes} THEN COALESCE(${asText('data')}, '') END
    FROM ${tableOf(kind)} WHERE id IN (${places(count)}) AND data IS NOT NULL`;
}

function asText(column: string): string {
  return `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin`;
}

function places(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

function bytesOf(text: Buffer | null | undefined): Buffer {
  if (!text) throw tooLongText();
  return text;
}

async function* listKeys(ask: AskMysql): AsyncGenerator<StoredKey> {
  for (const kind of storedKinds) {
    let last = '';
    const lasts = new Set<string>();
    for (;;) {
      const rows = await ask(
        `SELECT ${asText('id')} AS name FROM ${tableOf(kind)} WHERE id > ? AND data IS NOT NULL ORDER BY id LIMIT 1000`,
        [last],
      );
      const ids = rows.map(([id]) => String(id));
      for (const id of ids) if (isStoredId(id)) yield { kind, id };
      if (ids.length === 0) break;
      last = ids.at(-1)!;
      // Ids that are not valid text are read back as other bytes; paging from those would never end.
      if (lasts.has(last)) throw new Error(`${tableOf(kind)} has ids that are not text: leave them out of the view`);
      lasts.add(last);
    }
  }
}
