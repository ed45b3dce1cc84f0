/**
 * Asks a database in two halves where one question is too long for it, or where it has no letters for some of the ids: such an id does
 * not exist, and costs no other.
 */
import { isStoredId, nameOf, type StoredKey } from './store.ts';

/** How one database is asked. */
export interface Database {
  /** The texts that exist of at least one key, in one question, by the keys' names. */
  readonly fetchTexts: (keys: readonly StoredKey[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  /** As many as one question takes. */
  readonly mostKeys: number;
  /** True for what it says of an id that it cannot spell, and so does not hold. */
  readonly isForeign: (error: unknown) => boolean;
}

/** Texts in the order of their keys, undefined for what does not exist. */
type Texts = (Uint8Array | undefined)[];

/** The texts of `keys`. */
export async function fetchHalved(keys: readonly StoredKey[], database: Database): Promise<Texts> {
  const asked = keys.filter(({ id }) => isStoredId(id));
  if (asked.length === 0) return keys.map(() => undefined);
  if (asked.length > database.mostKeys) return halves(keys, database);
  try {
    const texts = await database.fetchTexts(asked);
    return keys.map((key) => texts.get(nameOf(key)));
  } catch (error) {
    if (!database.isForeign(error)) throw error;
    return keys.length === 1 ? [undefined] : halves(keys, database);
  }
}

/** One after the other: connections are counted by questions. */
async function halves(keys: readonly StoredKey[], database: Database): Promise<Texts> {
  const half = keys.length >> 1;
  const first = await fetchHalved(keys.slice(0, half), database);
  return [...first, ...(await fetchHalved(keys.slice(half), database))];
}
