/** Decides which stored texts an auction needs and fetches them in one batch, and one more for what each names in turn: a request, its imps, their responses (house, 'The journey'). */
import { readEnvelope, readImpResponses, type Envelope } from '../native/envelope.ts';
import type { CachedStore } from '../stored/cached-store.ts';
import { nameOf, type StoredKind } from '../stored/store.ts';
import { admit } from './admission.ts';
import type { StoredText } from './messages.ts';

/** What is read once of a stored text: the envelope of a stored request, and the response ids an imp names. */
export interface StoredEnvelope {
  readonly envelope: Envelope | undefined;
  readonly storedResponses: readonly string[];
}

/** The store that auctions read. */
export type AuctionStore = CachedStore<StoredEnvelope>;

/** What was found: the texts for `prepare`, and the envelope of the stored request, if one was named and found. */
export interface FoundStored {
  readonly texts: readonly StoredText[];
  readonly request: Envelope | undefined;
}

/** What bounds the look-ups of one auction. */
export interface LookUpBounds {
  readonly maxImps: number;
  /** The instant of `performance.now()` until which an auction with this `tmax` waits for stored texts. Absent: the store decides. */
  readonly lastAtMsOf?: (tmax: number | null) => number;
}

/** Reads what is kept beside a stored text; a text that is not what it should be keeps nothing (`prepare` says why). */
export function readStored(namespace: string): (kind: StoredKind, text: Uint8Array) => StoredEnvelope {
  return (kind, text) => {
    if (kind === 'requests') {
      const read = readEnvelope(text, namespace);
      return read.ok ? { envelope: read.envelope, storedResponses: read.envelope.storedResponses } : noEnvelope;
    }
    if (kind !== 'imps') return noEnvelope;
    return { envelope: undefined, storedResponses: readImpResponses(text, namespace) };
  };
}

const noEnvelope: StoredEnvelope = { envelope: undefined, storedResponses: [] };

/**
 * Fetches what the first `maxImps` imps and the request name, and what that names in turn. Ids that do not exist are left
 * out. Throws a `RequestError` 503 when the store cannot be asked in time, by the `tmax` that is known then.
 */
export async function lookUpStored(
  live: Envelope,
  store: AuctionStore,
  { maxImps, lastAtMsOf }: LookUpBounds,
): Promise<FoundStored> {
  const asked = new Set<string>();
  const texts: StoredText[] = [];
  let request: Envelope | undefined;
  let keys = unique(firstKeys(live, maxImps), asked);
  while (keys.length > 0) {
    const found = await store.fetch(keys, lastAtMsOf?.(admit(live, request).tmax));
    const more: Key[] = [];
    for (const [at, key] of keys.entries()) {
      const one = found[at];
      if (one === undefined) continue;
      const { envelope, storedResponses } = one.value;
      texts.push({ ...key, text: one.text });
      request ??= envelope;
      more.push(...responseKeys(storedResponses, maxImps));
      if (live.storedImps === undefined) more.push(...impKeys(envelope?.storedImps, maxImps));
    }
    keys = unique(more, asked);
  }
  return { texts, request };
}

type Key = Pick<StoredText, 'kind' | 'id'>;

function firstKeys(live: Envelope, maxImps: number): Key[] {
  const keys = [...impKeys(live.storedImps, maxImps), ...responseKeys(live.storedResponses, maxImps)];
  if (typeof live.storedRequest === 'string') keys.push({ kind: 'requests', id: live.storedRequest });
  return keys;
}

function impKeys(ids: Envelope['storedImps'], maxImps: number): Key[] {
  return (ids ?? []).slice(0, maxImps).flatMap((id) => (typeof id === 'string' ? [{ kind: 'imps', id }] : []));
}

/** An imp may name one stored response for each bidder; ten an imp are looked up. */
function responseKeys(ids: readonly string[], maxImps: number): Key[] {
  return ids.slice(0, maxImps * 10).map((id) => ({ kind: 'responses', id }));
}

/** The keys not asked for yet; they count as asked from now on. */
function unique(keys: readonly Key[], asked: Set<string>): Key[] {
  return keys.filter((key) => {
    const name = nameOf(key);
    return !asked.has(name) && asked.add(name);
  });
}
