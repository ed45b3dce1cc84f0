/**
 * Splits a database query in two where it is too long, or where the database's encoding lacks characters of some ids: such an id does not
 * exist, and must not fail the others.
 */
import { isStoredId, nameOf, type StoredKey } from './store.ts';

/** How to query one database. */
export interface Database {
  /** The existing texts of `keys` (at least one) in one query, by the keys' names. */
  readonly fetchTexts: (keys: readonly StoredKey[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  /** The most keys that one query takes. */
  readonly maxKeys: number;
  /** True for the error about an id that the database's encoding cannot spell, and so cannot hold. */
  readonly isForeign: (error: unknown) => boolean;
}

/** Texts in the order of their keys, undefined for those that do not exist. */
type Texts = (Uint8Array | undefined)[];

/** The texts of `keys`. */
export async function fetchHalved(keys: readonly StoredKey[], database: Database): Promise<Texts> {
  const asked = keys.filter(({ id }) => isStoredId(id));
  if (asked.length === 0) return keys.map(() => undefined);
  if (asked.length > database.maxKeys) return halves(keys, database);
  try {
    const texts = await database.fetchTexts(asked);
    return keys.map((key) => texts.get(nameOf(key)));
  } catch (error) {
    if (!database.isForeign(error)) throw error;
    return keys.length === 1 ? [undefined] : halves(keys, database);
  }
}

/** One after the other, since each query counts as one connection. */
async function halves(keys: readonly StoredKey[], database: Database): Promise<Texts> {
  const half = keys.length >> 1;
  const first = await fetchHalved(keys.slice(0, half), database);
  return [...first, ...(await fetchHalved(keys.slice(half), database))];
}
