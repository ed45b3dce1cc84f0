/** Composes which bids of a reply take part, and what each costs (decisions, 'Bid checks', 'Price arithmetic'). */
import type { BidVideo, ReadBid } from '../src/adapter/contract.ts';
import type { AuctionContext, ContextBidder, ImpTerms } from '../src/auction/context.ts';
import { addProblem, errorCode } from '../src/errors.ts';
import { compileFactors, factorType, type Factors } from '../src/money/adjust.ts';
import { rateFinder, rateSources, type RateOf, type Rates } from '../src/money/convert.ts';
import { quoted } from '../src/openrtb/findings.ts';
import type { MediaType } from '../src/openrtb/media-types.ts';
import type { JsonObject } from '../src/openrtb/merge-patch.ts';
import { once } from '../src/openrtb/once.ts';
import { adjustPrice } from '../src/stages/settle/adjust-price.ts';
import { checkBid } from '../src/stages/settle/check-bid.ts';
import { fillAssetTypes, readAssets } from '../src/stages/settle/fill-asset-types.ts';
import { unwrapNative } from '../src/stages/settle/unwrap-native.ts';
import { creativeFaults } from './creative-faults.ts';
import { NonBids } from './non-bids.ts';
import type { ProblemSinks } from './parts.ts';
import { rejectionOf } from './reject-bid.ts';

/** A bid that takes part; `bidder` and `imp` are places in the context, `price` is in the ad server's currency. */
export interface PricedBid {
  readonly bidder: number;
  readonly imp: number;
  readonly type: MediaType;
  readonly bid: JsonObject;
  readonly price: number;
  readonly origbidcpm: number;
  readonly origbidcur: string;
  readonly video: BidVideo | undefined;
  readonly meta: JsonObject | undefined;
  readonly dealpriority: number | undefined;
  /** Of the imp in the form in which its bidder was offered it. */
  readonly impTerms: ImpTerms;
}

/** Whose bids are taken (a place in the context), in which currency ('' for none stated). */
export interface BidSource {
  readonly bidder: number;
  readonly cur: string;
  /** The imp for which a stored reply stands: its bids may answer no other, and live ones not this. */
  readonly storedImp?: number;
}

/** Where problems found on the way are added, and the host's rates. */
export interface TakingTerms extends ProblemSinks {
  readonly hostRates: Rates | undefined;
  /** The longest reply, in bytes. */
  readonly maxReplyBytes: number;
}

/** So many times what a reply may hold is the most that its bids may: definitions that copy a shared text into each could fill the memory. */
export const mostCopies = 8;

const tooLong = { reason: 'invalid', message: 'the bids of a reply are too long together' } as const;

/** Takes the bids of one auction's replies. */
export class BidTaker {
  /** In the order in which they were taken. */
  readonly bids: PricedBid[] = [];
  readonly nonBids: NonBids;
  readonly #context: AuctionContext;
  readonly #terms: TakingTerms;
  readonly #factors: Factors;
  readonly #rateOf: RateOf;
  /** A native request is read once for all bids on it. */
  readonly #assetsOf = once(readAssets);
  readonly #sent: readonly ReadonlyMap<string, number>[];

  constructor(context: AuctionContext, terms: TakingTerms) {
    this.#context = context;
    this.#terms = terms;
    this.#factors = compileFactors(context.svc['bidadjustmentfactors']);
    this.#rateOf = rateFinder(rateSources(context.svc['currency'], terms.hostRates));
    this.#sent = sentImps(context);
    this.nonBids = new NonBids(context);
  }

  /** Takes the good ones of `bids`; what is wrong with the others is told once each. */
  take(bids: readonly ReadBid[], source: BidSource): void {
    if (bids.length === 0) return;
    const bidder = this.#context.bidders[source.bidder]!;
    const places = this.#placesOf(source);
    const from = (source.cur || 'USD').toUpperCase();
    const unpriced = new Set<string>();
    let left = mostCopies * this.#terms.maxReplyBytes;
    for (const one of bids) {
      left -= lengthOf(one.bid);
      const fault = left < 0 ? tooLong : checkBid(one.bid, (impid) => places.has(impid));
      const imp = places.get(one.bid['impid'] as string);
      if (fault === undefined) this.#takeOne(one, { bidder, place: source.bidder, imp: imp!, from, unpriced });
      else {
        addProblem(this.#terms.errors, bidder.name, { code: errorCode.badServerResponse, message: fault.message });
        this.nonBids.drop(source.bidder, imp, fault.reason);
      }
    }
    for (const fault of unpriced)
      addProblem(this.#terms.errors, bidder.name, { code: errorCode.unknown, message: fault });
  }

  /** The imps that a bid of this source may answer, by id. */
  #placesOf({ bidder, storedImp }: BidSource): ReadonlyMap<string, number> {
    if (storedImp === undefined) return this.#sent[bidder]!;
    return new Map([[this.#context.imps[storedImp]!.id, storedImp]]);
  }

  #takeOne({ bid, type, video, meta, dealpriority }: ReadBid, taking: Taking): void {
    const { bidder, place, imp, from, unpriced } = taking;
    const origbidcpm = bid['price'] as number;
    const auctioned = this.#context.imps[imp]!;
    const impTerms = auctioned.own?.[place] ?? auctioned;
    if (this.#isRejected({ bid, type }, taking, impTerms)) return;
    const factor = this.#factorOf(bidder, factorType(type, impTerms.outstream));
    const to = this.#context.cur;
    const adjusted = adjustPrice(origbidcpm, factor, { from, to, rate: this.#rateOf(from, to) });
    if (adjusted.fault !== undefined) {
      unpriced.add(adjusted.fault);
      this.nonBids.drop(place, imp, 'currency');
      return;
    }
    const { price } = adjusted;
    if (price === 0 && origbidcpm > 0 && !bid['dealid']) {
      const text = `bid ${quoted(bid['id'] as string)} is worth nothing after adjustment`;
      addProblem(this.#terms.errors, bidder.name, { code: errorCode.badServerResponse, message: text });
      this.nonBids.drop(place, imp, 'price');
      return;
    }
    this.bids.push({
      bidder: place,
      imp,
      type,
      bid: type === 'native' ? this.#asClientsRead(bid, impTerms.native) : bid,
      price,
      origbidcpm,
      origbidcur: from,
      video,
      meta,
      dealpriority,
      impTerms,
    });
  }

  /** Whether the bid, which is whole, does not take part; why, and what is warned of besides, is told and counted. */
  #isRejected(read: Pick<ReadBid, 'bid' | 'type'>, { bidder, place, imp }: Taking, impTerms: ImpTerms): boolean {
    const { dsa, creatives } = this.#context;
    const rejection = rejectionOf(read.bid, bidder.dealsonly.includes(imp), dsa);
    if (rejection !== undefined) {
      addProblem(this.#terms.warnings, bidder.name, rejection.warning);
      this.nonBids.drop(place, imp, rejection.reason);
      return true;
    }
    if (creatives === undefined) return false;
    for (const { warning, reason, isDropped } of creativeFaults(read, impTerms.creative, creatives)) {
      addProblem(this.#terms.warnings, bidder.name, warning);
      if (!isDropped) this.nonBids.warn(place, reason);
      else {
        this.nonBids.drop(place, imp, reason);
        return true;
      }
    }
    return false;
  }

  /** A seat that only stored responses name is no bidder here: a factor for it is ignored, as the first hop has warned. */
  #factorOf({ name, core, configured }: ContextBidder, type: string): number {
    return configured === '' ? 1 : this.#factors(type, name, core);
  }

  /** A native bid with markup that its client can read: bare, and for apps with the types that their `request` asked for. */
  #asClientsRead(bid: JsonObject, request: string | undefined): JsonObject {
    const { adm } = bid;
    if (typeof adm !== 'string') return bid;
    const bare = unwrapNative(adm);
    const whole = request ? fillAssetTypes(bare, this.#assetsOf(request)) : bare;
    return whole === adm ? bid : { ...bid, adm: whole };
  }
}

interface Taking {
  readonly bidder: ContextBidder;
  readonly place: number;
  readonly imp: number;
  readonly from: string;
  readonly unpriced: Set<string>;
}

/** Characters of a bid's ids and markup, the texts that a bidder's bids may have in common: some private forms name the imp once for many. */
function lengthOf({ id, impid, adm }: JsonObject): number {
  const ids = (typeof id === 'string' ? id.length : 0) + (typeof impid === 'string' ? impid.length : 0);
  return typeof adm === 'string' ? ids + adm.length : ids;
}

/** Each bidder's imps by id: those of all its calls, for a bid may answer another than its own call's. */
function sentImps({ bidders, calls, imps }: AuctionContext): ReadonlyMap<string, number>[] {
  const sent = bidders.map(() => new Map<string, number>());
  for (const call of calls) for (const at of call.imps) sent[call.bidder]!.set(imps[at]!.id, at);
  return sent;
}
