/** Opens the configured source of stored data and accounts, with a cache in front of each (interface, `stored`, `accounts`). */
import { checkAccount } from '../config/account.ts';
import type { Config } from '../config/schema.ts';
import { inTime } from '../in-time.ts';
import { seldom } from '../seldom.ts';
import { readAccount, type Account, type AccountRules } from './accounts.ts';
import { CachedStore, type CacheRules } from './cached-store.ts';
import { openSource } from './open-source.ts';
import { checkStoredFolder } from './stored-folder.ts';
import type { Store, StoredChange, StoredEntry, StoredKey } from './store.ts';
import { accountFaults, textFaults } from './stored-faults.ts';
import { reasonOf } from '../error-text.ts';
import { awaitStore, watchedStore, type StoreLog } from './watched-store.ts';

/** The stored data of one process. */
export interface StoredData<T> {
  /** Stored requests, imps, responses and profiles. */
  readonly store: CachedStore<T>;
  readonly accounts: CachedStore<Account>;
  readonly accountRules: AccountRules;
  /** Applies a change to this process's caches. */
  note(change: StoredChange): void;
  /** Serves `entries` in this process from now on, as if the source had just answered them. */
  keep(entries: readonly StoredEntry[]): void;
  /** Reports a change of `keys` to the source's other listeners, on every machine; rejects when the source cannot be reached. */
  announce(keys: readonly StoredKey[]): Promise<void>;
  close(): Promise<void>;
}

/** What the settings do not hold. `read` derives what the cache keeps beside a text that is no account. */
export interface StoredSurroundings<T> {
  readonly read: CacheRules<T>['read'];
  readonly log: StoreLog;
}

/** How long the start waits for the source's first answer, and how long closing waits for it to end. */
const firstAnswerMs = 1000;
const closeMs = 1000;

/** Accounts get one part in this many of the memory: an eighth. */
const accountShare = 8;

const lateText =
  'stored data arrives later than stored.timeoutMs: auctions that need texts not yet in memory get 503; check the source, or raise it';
const fewerText =
  "the database allows this process fewer connections than stored.connections: look-ups share those it has; raise the database's limit, or lower the setting";
const refusedText = 'the source does not report changes: they apply after stored.ttlSeconds';

/**
 * Opens the source. One that is down does not keep the service from starting. Rejects with an Error that names the setting when the source
 * can never work.
 */
export async function openStored<T>(
  { stored, accounts }: Pick<Config, 'stored' | 'accounts'>,
  { read, log }: StoredSurroundings<T>,
): Promise<StoredData<T>> {
  const { source, timeoutMs, maxBytes } = stored;
  const { onLate, onFewer } = troubles(stored, log);
  const giveUpMs = Math.max(1000, 2 * timeoutMs);
  if (source === 'files') await checkStoredFolder(stored.dir, log);
  const opened = await openSource(stored, { giveUpMs, onFewer });
  const watched = watchedStore(opened, { source, giveUpMs, log });
  const isDown = (await awaitFirst(opened, watched)) !== undefined;
  const accountRules = { ...accounts, check: checkAccount, tellFaults: accountFaults(log) };
  const kept = { ttlMs: stored.ttlSeconds * 1000, timeoutMs, onLate };
  const accountBytes = Math.floor(maxBytes / accountShare);
  const store = new CachedStore(watched, { ...kept, maxBytes: maxBytes - accountBytes, read, onNew: textFaults(log) });
  const ofAccounts = new CachedStore(watched, { ...kept, maxBytes: accountBytes, read: readAccount(accountRules) });
  const note = (change: StoredChange): void => {
    store.note(change);
    ofAccounts.note(change);
  };
  const watching = watch(opened, note, (error) => log.warn({ source, reason: reasonOf(error) }, refusedText));
  // A text that the admin port is given once this process serves must not fall to the first 'all'.
  if (!isDown) await inTime(watching, firstAnswerMs);
  return {
    store,
    accounts: ofAccounts,
    accountRules,
    note,
    keep: (entries) => {
      store.keep(entries.filter(({ kind }) => kind !== 'accounts'));
      ofAccounts.keep(entries.filter(({ kind }) => kind === 'accounts'));
    },
    announce: (keys) => opened.announce?.(keys) ?? Promise.resolve(),
    close: () => closeSource(opened),
  };
}

/** Logs what a source may do again and again, once a minute at most. */
function troubles({ source, connections, timeoutMs }: Config['stored'], log: StoreLog) {
  return {
    onLate: seldom<void>(() => log.warn({ source, timeoutMs }, lateText)),
    onFewer: seldom<void>(() => log.warn({ source, connections }, fewerText)),
  };
}

/**
 * A slow first connection is not an outage: `watched` is queried only when the connection is there or late, and logs what is still wrong
 * then. Resolves with its error, undefined for none.
 */
async function awaitFirst(opened: Store, watched: Store): Promise<unknown> {
  await inTime(awaitStore(opened, firstAnswerMs), firstAnswerMs);
  return awaitStore(watched, 0);
}

/** Closes the source; one that hangs is abandoned. */
async function closeSource(opened: Store): Promise<void> {
  await inTime(
    opened.close().catch(() => undefined),
    closeMs,
  );
}

/** Watches the source. Resolves once it reports changes or refuses to. */
function watch(
  opened: Store,
  note: (change: StoredChange) => void,
  onRefusal: (error: unknown) => void,
): Promise<void> {
  return new Promise((begun) => {
    if (opened.watch === undefined) return begun();
    opened.watch(
      (change) => (note(change), begun()),
      (error) => (onRefusal(error), begun()),
    );
  });
}
