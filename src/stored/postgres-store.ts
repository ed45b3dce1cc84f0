/** Reads stored data from PostgreSQL, all keys of a look-up in one query (issue 7, item 3). */
import { Pool, type QueryResultRow } from 'pg';
import type { StoredKind } from '../config/stored-kinds.ts';
import { inTime } from '../in-time.ts';
import { askAgain } from './ask-again.ts';
import { closeMs, idleMs } from './database-times.ts';
import { fetchHalved, type Database } from './fetch-halved.ts';
import { joinLookUps } from './join-look-ups.ts';
import { keepListening } from './keep-listening.ts';
import { GuardedClient, PostgresConnections } from './postgres-connection.ts';
import { isForeign, isLost, isTooMany, explained } from './postgres-faults.ts';
import { postgresListener } from './postgres-listener.ts';
import { channel } from './postgres-schema.ts';
import {
  maxTextBytes,
  nameOf,
  tooLongText,
  type EditableStore,
  type SourceLimits,
  type StoredEntry,
  type StoredKey,
} from './store.ts';

/** A text over the limit stays in the database: transferring it would block the process. */
const fetchText = `SELECT k.n, CASE WHEN octet_length(s.data::text) <= ${maxTextBytes} THEN s.data::text END AS text
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (kind, id, n)
  JOIN gavel_stored s ON s.kind = k.kind AND s.id = k.id AND s.data IS NOT NULL`;

const saveText = `INSERT INTO gavel_stored (kind, id, data)
  SELECT * FROM unnest($1::text[], $2::text[], $3::json[])
  ON CONFLICT (kind, id) DO UPDATE SET data = excluded.data, updated_at = now()`;

/** Finds a row when gavel_stored is not a table: through some views the server would write. */
const otherText = `SELECT FROM pg_class WHERE oid = to_regclass('gavel_stored') AND relkind NOT IN ('r', 'p')`;

/** One page of keys, after the last key of the page before. */
const listText =
  'SELECT kind, id FROM gavel_stored WHERE (kind, id) > ($1, $2) AND data IS NOT NULL ORDER BY kind, id LIMIT 1000';

/** A store over the database at `url`; it connects at the first query. */
export function postgresStore(url: string, limits: SourceLimits): EditableStore {
  const { connections, giveUpMs } = limits;
  const opened = new PostgresConnections(url);
  const pool = new Pool({
    ...opened.settings(giveUpMs),
    Client: GuardedClient,
    max: connections,
    idleTimeoutMillis: idleMs,
  });
  // A broken idle connection is replaced at the next query.
  pool.on('error', () => undefined);
  const stopListeners: (() => void)[] = [];
  const ask: Query = <Row extends object>(text: string, values: unknown[]) =>
    askAgain(() => wholeRows<Row>(pool, text, values), { isReused: () => pool.idleCount > 0, isLost });
  const query: Query = <Row extends object>(text: string, values: unknown[]) =>
    ask<Row>(text, values).catch((error: unknown) => {
      throw explained(error);
    });
  const database: Database = { fetchTexts: (keys) => fetchTexts(keys, query), maxKeys: Infinity, isForeign };
  const announce = (keys: readonly StoredKey[]): Promise<void> => announceKeys(keys, ask);
  return {
    fetch: joinLookUps((keys) => fetchHalved(keys, database), limits, {
      count: () => pool.totalCount,
      // A new connection's first query is slow: the server loads the table's definition.
      add: () => query(fetchText, columns([])),
      isTooMany,
    }),
    watch: (onChange, onRefusal) =>
      void stopListeners.push(keepListening(postgresListener(opened, announce), onChange, onRefusal)),
    announce,
    list: () => listKeys(query),
    save: (entries) => saveEntries(entries, query),
    close: async () => {
      for (const stop of stopListeners) stop();
      await inTime(pool.end(), closeMs);
      opened.cut();
    },
  };
}

type Query = <Row extends object>(text: string, values: unknown[]) => Promise<readonly Row[]>;

/** The rows of one answer. Rejects when the answer is incomplete: rows that it lacks may exist. */
async function wholeRows<Row extends object>(pool: Pool, text: string, values: unknown[]): Promise<readonly Row[]> {
  const { command, rows } = await pool.query<Row & QueryResultRow>(text, values);
  if (!command) throw new Error('the server sent an incomplete answer');
  return rows;
}

function columns(keys: readonly StoredKey[]): [string[], string[]] {
  return [keys.map(({ kind }) => kind), keys.map(({ id }) => id)];
}

async function announceKeys(keys: readonly StoredKey[], query: Query): Promise<void> {
  try {
    await query('SELECT pg_notify($1, name) FROM unnest($2::text[]) AS name', [channel, keys.map(nameOf)]);
  } catch (error) {
    if (!isForeign(error)) throw error;
    if (keys.length > 1) await Promise.all(keys.map((key) => announceKeys([key], query)));
  }
}

async function fetchTexts(keys: readonly StoredKey[], query: Query): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await query<{ n: unknown; text: unknown }>(fetchText, columns(keys));
  return new Map(
    rows.map(({ n, text }) => {
      const key = keys[Number(n) - 1];
      if (text === null) throw tooLongText();
      if (key === undefined || typeof text !== 'string')
        throw new Error('the server answered with other rows than asked for');
      return [nameOf(key), Buffer.from(text)];
    }),
  );
}

async function saveEntries(entries: readonly StoredEntry[], query: Query): Promise<void> {
  const [other] = await query(otherText, []);
  if (other !== undefined) throw new Error('gavel_stored is a view over other tables: write to those');
  await query(saveText, [...columns(entries), entries.map(({ text }) => Buffer.from(text).toString())]);
}

async function* listKeys(query: Query): AsyncGenerator<StoredKey> {
  let last: StoredKey | undefined;
  for (;;) {
    const rows = await query<{ kind: StoredKind; id: string }>(listText, [last?.kind ?? '', last?.id ?? '']);
    yield* rows;
    last = rows.at(-1);
    if (last === undefined) return;
  }
}
