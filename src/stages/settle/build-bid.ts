/** Decides what a bid looks like in the answer (spec 2.3; decisions, 'Bidder's own bid.ext'). */
import type { BidVideo } from '../../adapter/adapter-results.ts';
import type { ContextFloor } from '../../auction/context-imp.ts';
import type { MediaType } from '../../openrtb/media-types.ts';
import { isObject, own, without, type JsonObject } from '../../openrtb/json-object.ts';

/** A bid's entry in the cache; at least one of the ids is present. */
export interface CacheEntry {
  /** The ids of its JSON and of its VAST. */
  readonly cacheId: string | undefined;
  readonly uuid: string | undefined;
  /** The cache's public URL. */
  readonly url: string;
  /** Whether the answer keeps the bid's `adm` nevertheless. */
  readonly keepsAdm: boolean;
}

/** The URLs that register a bid's events. */
export interface BidEvents {
  readonly win: string;
  readonly imp: string;
}

/** What is known about a bid beyond the bidder's own fields. Absent members are left out of the answer. */
interface BidFacts {
  readonly namespace: string;
  /** The bidder's code or alias, and the code of its adapter. */
  readonly name: string;
  readonly adaptercode: string;
  readonly type: MediaType;
  readonly price: number;
  readonly origbidcpm: number;
  readonly origbidcur: string;
  readonly targeting?: { readonly [key: string]: string } | undefined;
  readonly targetbiddercode?: string | undefined;
  readonly cached?: CacheEntry | undefined;
  readonly events?: BidEvents | undefined;
  readonly video?: BidVideo | undefined;
  /** What the adapter knows about the bid; it overrides the bidder's own `meta`. Undefined members are not known. */
  readonly meta?: JsonObject | undefined;
  /** The bidder's own rank of its deal. */
  readonly dealpriority?: number | undefined;
  /** Its deal has the priority that its tier requires. */
  readonly dealtiersatisfied?: true;
  readonly bidid?: string | undefined;
  /** Its rank among the bids on its imp, from 1. */
  readonly rank?: number | undefined;
  /** Its lifetime in seconds, instead of the bidder's own `exp`; 0 and undefined: not stated. */
  readonly exp?: number | undefined;
  /** The floor that the bid reaches, or is exempt from. */
  readonly floor?: ContextFloor | undefined;
  readonly storedrequestattributes?: JsonObject | undefined;
  readonly passthrough?: unknown;
}

/** The bid with its final price, the bidder's `ext` both flat and at `ext.bidder.<name>`, and the service's part. `bid` is not changed. */
export function buildBid(bid: JsonObject, facts: BidFacts): JsonObject {
  const { namespace } = facts;
  const theirs = isObject(bid['ext']) ? bid['ext'] : undefined;
  const kept = theirs === undefined ? {} : without(theirs, [namespace, 'prebid', 'bidder']);
  const svc: { [key: string]: unknown } = {
    type: facts.type,
    meta: { ...theirMeta(theirs, namespace), ...stated(facts.meta), adaptercode: facts.adaptercode },
  };
  if (facts.targeting !== undefined) svc['targeting'] = facts.targeting;
  if (facts.targetbiddercode !== undefined) svc['targetbiddercode'] = facts.targetbiddercode;
  if (facts.cached !== undefined) svc['cache'] = cacheOf(facts.cached);
  if (facts.events !== undefined) svc['events'] = facts.events;
  if (facts.video !== undefined) svc['video'] = facts.video;
  if (facts.dealpriority !== undefined) svc['dealpriority'] = facts.dealpriority;
  if (facts.dealtiersatisfied === true) svc['dealtiersatisfied'] = true;
  if (facts.bidid !== undefined) svc['bidid'] = facts.bidid;
  if (facts.rank !== undefined) svc['rank'] = facts.rank;
  if (facts.floor !== undefined) svc['floors'] = floorsOf(facts.floor);
  if (facts.storedrequestattributes !== undefined) svc['storedrequestattributes'] = facts.storedrequestattributes;
  if (facts.passthrough !== undefined) svc['passthrough'] = facts.passthrough;
  const whole = theirs === undefined ? undefined : without(theirs, [namespace, 'prebid']);
  const ext = {
    ...kept,
    [namespace]: svc,
    origbidcpm: facts.origbidcpm,
    origbidcur: facts.origbidcur,
    ...(whole !== undefined && Object.keys(whole).length > 0 && { bidder: { [facts.name]: whole } }),
  };
  const shown = facts.cached === undefined || facts.cached.keepsAdm ? bid : without(bid, ['adm']);
  return facts.exp ? { ...shown, price: facts.price, exp: facts.exp, ext } : { ...shown, price: facts.price, ext };
}

/** `bids` points to the JSON, or to the VAST if only that is cached (decisions, 'Caching'). */
function cacheOf({ cacheId, uuid, url }: CacheEntry): JsonObject {
  const entry = (id: string) => ({ url: `${url}?uuid=${id}`, cacheId: id });
  return { bids: entry(cacheId ?? uuid!), ...(uuid !== undefined && { vastXml: entry(uuid) }) };
}

function floorsOf({ value, cur, rule, ruleValue }: ContextFloor): JsonObject {
  const byRule = rule !== undefined && { floorRule: rule, floorRuleValue: ruleValue };
  return { ...byRule, floorValue: value, floorCurrency: cur };
}

function theirMeta(ext: JsonObject | undefined, namespace: string): JsonObject | undefined {
  for (const word of [namespace, 'prebid']) {
    const svc = own(ext, word);
    const meta = isObject(svc) ? own(svc, 'meta') : undefined;
    if (isObject(meta)) return meta;
  }
  return undefined;
}

function stated(meta: JsonObject | undefined): JsonObject | undefined {
  if (meta === undefined || !Object.values(meta).includes(undefined)) return meta;
  return without(
    meta,
    Object.keys(meta).filter((key) => meta[key] === undefined),
  );
}
