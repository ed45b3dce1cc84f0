/** Helpers for tests of the Redis source. */
import { redisStore } from '../../src/stored/redis-store.ts';
import type { EditableStore, StoredKey } from '../../src/stored/store.ts';
import { succeeds, until } from '../support/until.ts';
import { imp } from './imp.ts';

/** Keys that every server of a cluster has some of. */
export const spread = Array.from({ length: 20 }, (_, at) => imp(`${at}`));

/** Whether a look-up of `keys` is answered. */
export const answers = (store: EditableStore, keys: readonly StoredKey[] = [imp('none')]): Promise<boolean> =>
  succeeds(store.fetch(keys));

/** A source that answers; the caller closes it. */
export async function connected(url: string): Promise<EditableStore> {
  const store = redisStore(url);
  await until(() => answers(store));
  return store;
}
