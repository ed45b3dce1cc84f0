/** Where stored requests, imps, responses and accounts come from (interface, `stored`): the contract every source keeps. */

/** The kinds of stored data, named as the folders of the file source. */
export const storedKinds = ['requests', 'imps', 'responses', 'accounts'] as const;

/** One kind of stored data. */
export type StoredKind = (typeof storedKinds)[number];

/** One thing to look up. */
export interface StoredKey {
  readonly kind: StoredKind;
  readonly id: string;
}

/** A source of stored data. */
export interface Store {
  /**
   * The texts of `keys`, in their order, `undefined` for what does not exist.
   * Rejects when the source cannot be asked; it never guesses. Bytes are returned as stored, unparsed.
   */
  fetch(keys: readonly StoredKey[]): Promise<readonly (Uint8Array | undefined)[]>;
  close(): Promise<void>;
}
