/** The contract of every source of stored requests, imps, responses, accounts and profiles (interface, `stored`). */
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

/** What changed in a source: these keys, or possibly anything, when changes may have been missed. */
export type StoredChange = readonly StoredKey[] | 'all';

/** A source of stored data. */
export interface Store {
  /**
   * The texts of `keys`, in their order, `undefined` for those that do not exist. Always settles. Rejects when the source cannot be
   * queried, with a `FaultyQuery` when it is only these keys that cannot, and never guesses. Bytes are returned as stored, unparsed.
   */
  fetch(keys: readonly StoredKey[]): Promise<readonly (Uint8Array | undefined)[]>;
  /**
   * The source takes one key per query: callers with several keys fetch each alone, and keep each result. Absent: one query takes all keys.
   */
  readonly asksOneByOne?: true;
  /**
   * Calls `onChange` for each change until the store is closed, first with 'all' when it has begun, and reconnects where that needs a
   * connection. Calls `onRefusal` once, with the reason, when a source that can be reached refuses to report changes. Absent: the source
   * cannot report changes.
   */
  readonly watch?: (onChange: (change: StoredChange) => void, onRefusal?: (error: unknown) => void) => void;
  /** Reports a change of `keys` to every process, on any machine, that watches the source. Absent: the source cannot do that. */
  readonly announce?: (keys: readonly StoredKey[]) => Promise<void>;
  close(): Promise<void>;
}

/** Limits of one process towards a source: its connections, and the timeout of a query in milliseconds. */
export interface SourceLimits {
  readonly connections: number;
  readonly giveUpMs: number;
  /** Called each time the source refuses a further connection. */
  readonly onFewer?: () => void;
}

/** A source that the store tool can list and write. */
export interface EditableStore extends Store {
  /** Every key, in no particular order. */
  list(): AsyncIterable<StoredKey>;
  /**
   * Why the store cannot hold `key`, as the end of a sentence that begins with the key's name; undefined when it can. Absent: it can hold
   * every key.
   */
  readonly refusal?: (key: StoredKey) => string | undefined;
  /** Writes `entries`, replacing those with the same keys, and notifies watchers. */
  save(entries: readonly StoredEntry[]): Promise<void>;
}

/** The length limit of a stored text, in bytes: no source is asked for more. */
export const maxTextBytes = 64 * 1024 * 1024;

/** A query that failed because of something it asked for: another query need not fail. */
export class FaultyQuery extends Error {}

/** The error of a query whose answer holds a text over the length limit. */
export function tooLongText(): FaultyQuery {
  return new FaultyQuery(`a stored text is longer than ${maxTextBytes} bytes: shorten it`);
}

/** The length limit of an id, in UTF-16 units. */
export const maxIdLength = 255;

/** False for an id that no source can hold: an id like that from a client counts as absent without a query. */
export function isStoredId(id: string): boolean {
  // oxlint-disable-next-line no-control-regex -- it looks for control characters
  return id !== '' && id.length <= maxIdLength && !/[\0-\x1f\x7f]/.test(id) && id.isWellFormed();
}

/** The name of `key` in caches, messages and tools: `<kind>/<id>`. */
export function nameOf({ kind, id }: StoredKey): string {
  return `${kind}/${id}`;
}

/** The key that `name` stands for, undefined when it is not the name of a key. */
export function keyOf(name: string): StoredKey | undefined {
  const slash = name.indexOf('/');
  const kind = storedKinds.find((one) => one === name.slice(0, slash));
  const id = name.slice(slash + 1);
  return kind !== undefined && isStoredId(id) ? { kind, id } : undefined;
}
