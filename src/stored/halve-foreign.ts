/** Asks a database for texts although it may have no letters for some of the ids: such an id does not exist, and costs no other. */
import { isStoredId, nameOf, type StoredKey } from './store.ts';

/** How one database is asked. */
export interface Database {
  /** The texts that exist of at least one key, in one question, by the keys' names. */
  readonly fetchTexts: (keys: readonly StoredKey[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  /** True for what it says of an id that it cannot spell, and so does not hold. */
  readonly isForeign: (error: unknown) => boolean;
}

/** The texts of `keys`, in their order. Halves are asked for one after the other: connections are counted by questions. */
export async function fetchHalved(keys: readonly StoredKey[], database: Database): Promise<(Uint8Array | undefined)[]> {
  const asked = keys.filter(({ id }) => isStoredId(id));
  if (asked.length === 0) return keys.map(() => undefined);
  try {
    const texts = await database.fetchTexts(asked);
    return keys.map((key) => texts.get(nameOf(key)));
  } catch (error) {
    if (!database.isForeign(error)) throw error;
    if (keys.length === 1) return [undefined];
    const half = keys.length >> 1;
    const first = await fetchHalved(keys.slice(0, half), database);
    return [...first, ...(await fetchHalved(keys.slice(half), database))];
  }
}
