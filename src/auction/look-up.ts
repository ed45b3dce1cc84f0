/**
 * Decides which stored texts an auction needs and fetches them: one batch for what the request names, and one for each further level of
 * references, over requests, imps, responses and profiles (house, 'The journey').
 */
import type { StoredKind } from '../config/stored-kinds.ts';
import {
  profilesRead,
  readEnvelope,
  readImpNames,
  readProfileResponses,
  type Envelope,
  type ImpNames,
} from '../native/envelope.ts';
import type { CachedStore } from '../stored/cached-store.ts';
import { nameOf } from '../stored/store.ts';
import { admit } from './admission.ts';
import type { StoredText } from './messages.ts';

/**
 * What is read once from a stored text and cached with it: the envelope of a stored request, and the ids that a request, imp or profile
 * refers to.
 */
export interface StoredEnvelope extends ImpNames {
  readonly envelope: Envelope | undefined;
}

/** The store that auctions read. */
export type AuctionStore = CachedStore<StoredEnvelope>;

/** The texts found, for `prepare`, and the envelope of the stored request if one was named and found. */
export interface FoundStored {
  readonly texts: readonly StoredText[];
  readonly request: Envelope | undefined;
}

/** What bounds the look-ups of one auction. */
export interface LookUpBounds {
  readonly maxImps: number;
  /** Until when an auction with this `tmax` waits for stored texts, as `performance.now()`. Absent: the store decides. */
  readonly lastAtMsOf?: (tmax: number | null) => number;
}

/** Makes the reader for what is cached with a stored text. An invalid text yields nothing here; `prepare` reports the fault. */
export function readStored(namespace: string): (kind: StoredKind, text: Uint8Array) => StoredEnvelope {
  return (kind, text) => {
    if (kind === 'requests') {
      const read = readEnvelope(text, namespace);
      if (!read.ok) return noEnvelope;
      const { storedResponses, impProfiles } = read.envelope;
      return { envelope: read.envelope, storedResponses, impProfiles };
    }
    if (kind === 'imps') return { envelope: undefined, ...readImpNames(text, namespace) };
    if (kind === 'profiles') return { ...noEnvelope, storedResponses: readProfileResponses(text, namespace) };
    return noEnvelope;
  };
}

const noEnvelope: StoredEnvelope = { envelope: undefined, storedResponses: [], impProfiles: [] };

/**
 * Fetches the stored texts that the request and its first `maxImps` imps refer to, and those that these refer to in turn. Missing ids are
 * left out. Throws a `RequestError` 503 when the store does not answer in time, given the `tmax` known at that point.
 */
export async function lookUpStored(
  live: Envelope,
  store: AuctionStore,
  { maxImps, lastAtMsOf }: LookUpBounds,
): Promise<FoundStored> {
  const asked = new Set<string>();
  const texts: StoredText[] = [];
  let request: Envelope | undefined;
  let keys = newKeys(firstKeys(live, maxImps), asked);
  while (keys.length > 0) {
    const found = await store.fetch(keys, lastAtMsOf?.(admit(live, request).tmax));
    const more: Key[] = [];
    for (const [at, key] of keys.entries()) {
      const one = found[at];
      if (one === undefined) continue;
      texts.push({ ...key, text: one.text });
      request ??= one.value.envelope;
      more.push(...keysNamedBy(one.value, live, maxImps));
    }
    keys = newKeys(more, asked);
  }
  return { texts, request };
}

type Key = Pick<StoredText, 'kind' | 'id'>;

function firstKeys(live: Envelope, maxImps: number): Key[] {
  const keys = [...impKeys(live.storedImps, maxImps), ...responseKeys(live.storedResponses, maxImps)];
  if (isId(live.storedRequest)) keys.push({ kind: 'requests', id: live.storedRequest });
  return [...keys, ...profileKeys(live.profiles ?? []), ...impProfileKeys(live, maxImps)];
}

/** The keys that a stored text refers to. A stored request's imps and profiles count only where the live request has none. */
function keysNamedBy(stored: StoredEnvelope, live: Envelope, maxImps: number): Key[] {
  const { envelope, storedResponses } = stored;
  const keys = responseKeys(storedResponses, maxImps);
  if (envelope === undefined) return [...keys, ...impProfileKeys(stored, maxImps)];
  if (live.profiles === undefined) keys.push(...profileKeys(envelope.profiles ?? []));
  if (live.storedImps !== undefined) return keys;
  return [...keys, ...impKeys(envelope.storedImps, maxImps), ...impProfileKeys(stored, maxImps)];
}

function impKeys(ids: Envelope['storedImps'], maxImps: number): Key[] {
  return (ids ?? []).slice(0, maxImps).flatMap((id) => (isId(id) ? [{ kind: 'imps', id }] : []));
}

/** An empty id counts as none. */
function isId(id: unknown): id is string {
  return typeof id === 'string' && id !== '';
}

/** An imp may name one stored response per bidder; at most `maxImps` * 10 are looked up. */
function responseKeys(ids: readonly string[], maxImps: number): Key[] {
  return ids.slice(0, maxImps * 10).map((id) => ({ kind: 'responses', id }));
}

/** The envelope reads no more than `profilesRead` ids of each list, so the first imps cannot use up the room of the others. */
function impProfileKeys({ impProfiles }: ImpNames, maxImps: number): Key[] {
  return profileKeys(impProfiles.slice(0, (maxImps + 1) * profilesRead));
}

function profileKeys(ids: readonly string[]): Key[] {
  return ids.map((id) => ({ kind: 'profiles', id }));
}

/** The keys that were not fetched before, now marked as fetched. */
function newKeys(keys: readonly Key[], asked: Set<string>): Key[] {
  return keys.filter((key) => {
    const name = nameOf(key);
    return !asked.has(name) && asked.add(name);
  });
}
