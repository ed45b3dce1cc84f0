/** Composes the bid cache's part of the second hop (spec 4.1.4): what to cache, and where each cached bid is. */
import type { AuctionContext } from '../../src/auction/context.ts';
import type { ContextCache } from '../../src/auction/context-terms.ts';
import type { CacheOutcome, PutRecord, SettleMessage } from '../../src/auction/settle-messages.ts';
import { isCacheId, maxValueBytes } from '../../src/config/cache-limits.ts';
import { addProblem, errorCode, type Problems } from '../../src/errors.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import { mintIds } from '../../src/openrtb/mint-ids.ts';
import { vastOf } from '../../src/openrtb/vast.ts';
import { planCache } from '../../src/stages/settle/plan-cache.ts';
import type { HopParts } from '../parts.ts';
import type { PlacedBid } from './place-bids.ts';

/** One value to cache, as text. */
export type PlannedPut = Omit<PutRecord, 'value'> & { readonly text: string };

/** The bids with their cache entries, and the values that must be cached for these entries to be true. */
interface CachedBids {
  readonly placed: readonly PlacedBid[];
  /** Empty when the message states what became of the puts. */
  readonly puts: readonly PlannedPut[];
  /** How many values are missing because of the message's fault; absent for none. */
  readonly leftOut?: number;
}

/** What caching works with; `bids` are the placed bids in the form of the answer, without keys, and problems are added to `errors`. */
interface CacheTerms {
  readonly message: SettleMessage;
  readonly parts: HopParts;
  readonly bids: readonly JsonObject[];
  readonly errors: Problems;
}

/** Plans the puts, or applies what became of them. Does nothing in an auction that caches nothing. */
export function cacheBids(placed: readonly PlacedBid[], context: AuctionContext, terms: CacheTerms): CachedBids {
  if (context.cache === null) return { placed, puts: [] };
  const { message, errors } = terms;
  const plan = new Plan(context.cache, terms, context);
  const all = placed.map((one, at) => plan.withEntry(one, terms.bids[at]!));
  if (message.cached === null) return { placed: all, puts: plan.puts };
  if (plan.puts.length === 0 || message.cached.fault === '') return { placed: all, puts: [] };
  addProblem(errors, 'cache', {
    code: errorCode.unknown,
    message: `${message.cached.fault}: some or all of its keys are left out`,
  });
  return { placed: all, puts: [], leftOut: plan.puts.length };
}

/** Whoever renders a cached bid finds its win URL there (implementation A 2.5, B 5). */
function withWinUrl(bid: JsonObject, { events }: PlacedBid): JsonObject {
  return events === undefined ? bid : { ...bid, wurl: events.win };
}

class Plan {
  readonly puts: PlannedPut[] = [];
  readonly #cache: ContextCache;
  readonly #terms: CacheTerms;
  readonly #bidders: AuctionContext['bidders'];
  readonly #mintId: () => string;
  readonly #outcome: CacheOutcome | null;
  /** The places of the outcome's ids by `of`; undefined where they are in the order of the puts. */
  readonly #placeOf: ReadonlyMap<number, number> | undefined;
  readonly #publicUrl: URL;
  /**
   * Whether a plugin of the host may leave other bids the second time,
   * because of what it has learnt meanwhile, or because it runs in another thread.
   */
  readonly #mayChange: boolean;
  /** What the ids of all ads in pods end with, '' until there is one; and the ids in use. */
  #podId = '';
  readonly #ofPods = new Set<string>();

  constructor(cache: ContextCache, terms: CacheTerms, { bidders, plugins }: AuctionContext) {
    this.#cache = cache;
    this.#bidders = bidders;
    this.#mayChange = plugins !== undefined;
    this.#terms = terms;
    this.#mintId = mintIds(terms.message.cacheSeed);
    this.#outcome = terms.message.cached;
    const { of } = terms.message.cached ?? {};
    this.#placeOf = of && new Map(of.map((one, at) => [one, at]));
    this.#publicUrl = new URL(terms.parts.config.cache.publicUrl);
  }

  /** The bid with its cache entry; `bid` is its form in the answer. */
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
    // Taken from the actual id, because other puts would have made another.
    const podId = catDur !== undefined && uuid?.startsWith(`${catDur}_`) ? uuid.slice(catDur.length + 1) : undefined;
    return { ...one, cached: { cacheId, uuid, url: cache.publicUrl, host, path: pathname, keepsAdm, podId } };
  }

  /**
   * The id under which `text` is cached; undefined when it is not.
   * Every put gets an id, whatever became of it; its outcome is found by its order, or by `of`.
   */
  #keep({ priced: { nth, pod, bid, bidder } }: PlacedBid, put: Omit<PlannedPut, 'id' | 'of'>): string | undefined {
    if (Buffer.byteLength(put.text) > maxValueBytes) {
      const which = `bid ${quoted(bid['id'] as string)} of ${this.#bidders[bidder]!.name}`;
      const size = `over ${maxValueBytes} bytes as ${put.type === 'json' ? 'JSON' : 'VAST'}`;
      const fault = `${which} is ${size}, too large for the bid cache: its keys are left out`;
      addProblem(this.#terms.errors, 'cache', { code: errorCode.unknown, message: fault });
      return undefined;
    }
    const id = put.type === 'json' || pod?.catDur === undefined ? this.#mintId() : this.#idInPod(pod.catDur);
    const of = 2 * nth + Number(put.type === 'xml');
    const at = this.puts.push({ id, ...put, ...(this.#mayChange && { of }) }) - 1;
    if (this.#outcome === null) return id;
    return this.#outcome.ids[this.#placeOf === undefined ? at : (this.#placeOf.get(of) ?? -1)] || undefined;
  }

  /**
   * The id of an ad in a pod. Ad servers find a pod's ads by what they know of each, followed by the id that all have in common
   * (implementations A 2.5, B `hbCacheId`). Two ads of different categories may have the same name where a deal prefix or a category
   * contains underscores: the second must not take the place of the first.
   */
  #idInPod(catDur: string): string {
    this.#podId ||= this.#mintId();
    const id = `${catDur}_${this.#podId}`;
    if (!isCacheId(id) || this.#ofPods.has(id)) return this.#mintId();
    this.#ofPods.add(id);
    return id;
  }
}
