/** The kinds of stored data (interface, `stored`). */

/** The names of the kinds, which are also the folder names of the file source. */
export const storedKinds = ['requests', 'imps', 'responses', 'accounts', 'profiles'] as const;

/** One kind of stored data. */
export type StoredKind = (typeof storedKinds)[number];
