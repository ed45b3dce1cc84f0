/** The kinds of stored data (interface, `stored`). */

/** Their names, which are those of the folders of the file source, too. */
export const storedKinds = ['requests', 'imps', 'responses', 'accounts', 'profiles'] as const;

/** One kind of stored data. */
export type StoredKind = (typeof storedKinds)[number];
