/** Composes the bid cache's part of the second hop (spec 4.1.4): what to keep, and where each kept bid lies. */
import type { AuctionContext, ContextCache } from '../src/auction/context.ts';
import type { CacheOutcome, PutRecord, SettleMessage } from '../src/auction/settle-messages.ts';
import { isCacheId, maxValueBytes } from '../src/config/cache-limits.ts';
import { addProblem, errorCode, type Problems } from '../src/errors.ts';
import type { JsonObject } from '../src/openrtb/merge-patch.ts';
import { mintIds } from '../src/openrtb/mint-ids.ts';
import { vastOf } from '../src/openrtb/vast.ts';
import { planCache } from '../src/stages/settle/plan-cache.ts';
import type { HopParts } from './parts.ts';
import type { PlacedBid } from './place-bids.ts';

/** One value to keep, as text. */
export type PlannedPut = Omit<PutRecord, 'value'> & { readonly text: string };

/** The bids with their places in the cache, and what must be kept for that to be true. */
export interface CachedBids {
  readonly placed: readonly PlacedBid[];
  /** Empty when the message tells what became of the puts. */
  readonly puts: readonly PlannedPut[];
  /** How many values the message's fault keeps out; absent for none. */
  readonly leftOut?: number;
}

/** What caching works with; `bids` are the answer's form of those placed, without keys, and problems are added to `errors`. */
export interface CacheTerms {
  readonly message: SettleMessage;
  readonly parts: HopParts;
  readonly bids: readonly JsonObject[];
  readonly errors: Problems;
}

/** Plans the puts, or takes note of what became of them. Nothing happens in an auction that caches nothing. */
export function cacheBids(placed: readonly PlacedBid[], context: AuctionContext, terms: CacheTerms): CachedBids {
  if (context.cache === null) return { placed, puts: [] };
  const { message, errors } = terms;
  const plan = new Plan(context.cache, terms, context.plugins !== undefined);
  const all = placed.map((one, at) => plan.withEntry(one, terms.bids[at]!));
  if (message.cached === null) return { placed: all, puts: plan.puts };
  if (plan.puts.length === 0 || message.cached.fault === '') return { placed: all, puts: [] };
  addProblem(errors, 'cache', {
    code: errorCode.unknown,
    message: `${message.cached.fault}: some or all of its keys are left out`,
  });
  return { placed: all, puts: [], leftOut: plan.puts.length };
}

/** Who renders a cached bid finds its win there (implementation A 2.5, B 5). */
function withWinUrl(bid: JsonObject, { events }: PlacedBid): JsonObject {
  return events === undefined ? bid : { ...bid, wurl: events.win };
}

class Plan {
  readonly puts: PlannedPut[] = [];
  readonly #cache: ContextCache;
  readonly #terms: CacheTerms;
  readonly #mintId: () => string;
  readonly #outcome: CacheOutcome | null;
  readonly #publicUrl: URL;
  /** Whether a plugin of the host may leave other bids the second time, by what it has heard meanwhile, or as that of another thread. */
  readonly #mayChange: boolean;
  /** What the ids of all ads in pods end with, '' until there is one; and the ids that they have. */
  #podId = '';
  readonly #ofPods = new Set<string>();

  constructor(cache: ContextCache, terms: CacheTerms, mayChange: boolean) {
    this.#cache = cache;
    this.#mayChange = mayChange;
    this.#terms = terms;
    this.#mintId = mintIds(terms.message.cacheSeed);
    this.#outcome = terms.message.cached;
    this.#publicUrl = new URL(terms.parts.config.cache.publicUrl);
  }

  /** The bid with its entry in the cache; `bid` is its form in the answer. */
  withEntry(one: PlacedBid, bid: JsonObject): PlacedBid {
    const { type, bid: theirs, impTerms } = one.priced;
    const vast = type === 'video' && this.#cache.vastxml !== null ? vastOf(bid['adm'], bid['nurl']) : '';
    const facts = { type, winner: one.placing.winner, exp: theirs['exp'], impExp: impTerms.exp, hasVast: vast !== '' };
    const { cache } = this.#terms.parts.config;
    const { jsonTtlSeconds, xmlTtlSeconds, keepsAdm } = planCache(facts, this.#cache, cache.ttlRule);
    const cacheId =
      jsonTtlSeconds > 0
        ? this.#keep(one, { type: 'json', ttlSeconds: jsonTtlSeconds, text: JSON.stringify(withWinUrl(bid, one)) })
        : undefined;
    const uuid =
      xmlTtlSeconds > 0 ? this.#keep(one, { type: 'xml', ttlSeconds: xmlTtlSeconds, text: vast }) : undefined;
    if (cacheId === undefined && uuid === undefined) return one;
    const { host, pathname } = this.#publicUrl;
    const catDur = one.priced.pod?.catDur;
    // Of the id that it has, for other puts would have made another.
    const podId = catDur !== undefined && uuid?.startsWith(`${catDur}_`) ? uuid.slice(catDur.length + 1) : undefined;
    return { ...one, cached: { cacheId, uuid, url: cache.publicUrl, host, path: pathname, keepsAdm, podId } };
  }

  /** The id under which `text` is kept, undefined when it is not. Every put has its id, whatever became of it: the order tells them, or what they are of. */
  #keep({ priced: { nth, pod } }: PlacedBid, put: Omit<PlannedPut, 'id' | 'of'>): string | undefined {
    if (Buffer.byteLength(put.text) > maxValueBytes) {
      const fault = `a bid is over ${maxValueBytes} bytes, too large for the bid cache: its keys are left out`;
      addProblem(this.#terms.errors, 'cache', { code: errorCode.unknown, message: fault });
      return undefined;
    }
    const id = put.type === 'json' || pod?.catDur === undefined ? this.#mintId() : this.#idInPod(pod.catDur);
    const of = 2 * nth + Number(put.type === 'xml');
    const at = this.puts.push({ id, ...put, ...(this.#mayChange && { of }) }) - 1;
    if (this.#outcome === null) return id;
    const { ids, of: all } = this.#outcome;
    return ids[all === undefined ? at : all.indexOf(of)] || undefined;
  }

  /**
   * Ad servers find a pod's ads by what they know of each before the id that all have in common (implementations A 2.5, B `hbCacheId`).
   * Two ads of different categories may be called the same, where a prefix of deals or a category has underscores of its own: the second
   * must not take the place of the first.
   */
  #idInPod(catDur: string): string {
    this.#podId ||= this.#mintId();
    const id = `${catDur}_${this.#podId}`;
    if (!isCacheId(id) || this.#ofPods.has(id)) return this.#mintId();
    this.#ofPods.add(id);
    return id;
  }
}
