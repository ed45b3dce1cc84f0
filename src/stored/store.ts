/** Where stored requests, imps, responses, accounts and profiles come from (interface, `stored`): the contract every source keeps. */
import { storedKinds, type StoredKind } from '../config/stored-kinds.ts';

/** One thing to look up. */
export interface StoredKey {
  readonly kind: StoredKind;
  readonly id: string;
}

/** One stored text: JSON as UTF-8. */
export interface StoredEntry extends StoredKey {
  readonly text: Uint8Array;
}

/** Connections to a database that nobody uses are closed after this time, so that a server that moved is found. */
export const idleMs = 60_000;

/** What is under way may end within this time when a store over a database is closed. */
export const closeMs = 500;

/** What changed in a source: these keys, or anything, after a time in which nobody could tell. */
export type StoredChange = readonly StoredKey[] | 'all';

/** A source of stored data. */
export interface Store {
  /**
   * The texts of `keys`, in their order, `undefined` for what does not exist.
   * Rejects when the source cannot be asked; it never guesses, and it always ends. Bytes are returned as stored, unparsed.
   */
  fetch(keys: readonly StoredKey[]): Promise<readonly (Uint8Array | undefined)[]>;
  /** Each key is a query of its own: who asks for several does so one by one, and keeps what came of them. Absent: one for all. */
  readonly asksOneByOne?: true;
  /**
   * Tells `onChange` of changes until the store is closed, and keeps trying where that needs a connection; `onDeaf` hears once why a
   * source that can be reached refuses to tell. Absent: the source cannot tell.
   */
  readonly watch?: (onChange: (change: StoredChange) => void, onDeaf?: (error: unknown) => void) => void;
  /** Tells every process of every machine that watches the source that `keys` changed. Absent: the source cannot. */
  readonly announce?: (keys: readonly StoredKey[]) => Promise<void>;
  close(): Promise<void>;
}

/** Connections of one process to a source, and when a question is given up, in milliseconds. */
export interface SourceLimits {
  readonly connections: number;
  readonly giveUpMs: number;
  /** Told each time that the source gives fewer of them. */
  readonly onFewer?: () => void;
}

/** A source that the store tool can list and write. */
export interface EditableStore extends Store {
  /** Every key, in no order. */
  list(): AsyncIterable<StoredKey>;
  /** Why it can keep nothing under `key`, to follow the key's name; undefined when it can. Absent: it takes every key. */
  readonly refusal?: (key: StoredKey) => string | undefined;
  /** Keeps `entries`, in place of what had their keys, and tells those who watch. */
  save(entries: readonly StoredEntry[]): Promise<void>;
}

/** No text is longer, in bytes: no source is asked for more. */
export const maxTextBytes = 64 * 1024 * 1024;

/** No id is longer, in UTF-16 units. */
export const maxIdLength = 255;

/** False for what no source holds: such ids of clients are absent without a question. */
export function isStoredId(id: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return id !== '' && id.length <= maxIdLength && !/[\0-\x1f\x7f]/.test(id) && id.isWellFormed();
}

/** The name of `key` in caches, messages and tools: `<kind>/<id>`. */
export function nameOf({ kind, id }: StoredKey): string {
  return `${kind}/${id}`;
}

/** The key that `name` stands for, undefined when it is none. */
export function keyOf(name: string): StoredKey | undefined {
  const slash = name.indexOf('/');
  const kind = storedKinds.find((one) => one === name.slice(0, slash));
  const id = name.slice(slash + 1);
  return kind !== undefined && isStoredId(id) ? { kind, id } : undefined;
}
