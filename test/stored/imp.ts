/** The key of a stored imp, which most tests of sources look up. */
import type { StoredKey } from '../../src/stored/store.ts';

/** The key of the imp with this id. */
export const imp = (id: string): StoredKey => ({ kind: 'imps', id });
