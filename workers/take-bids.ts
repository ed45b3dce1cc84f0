/** Composes which bids of a reply take part, and what each costs (decisions, 'Bid checks', 'Price arithmetic'). */
import type { BidVideo, ReadBid } from '../src/adapter/adapter-results.ts';
import type { AuctionContext, ContextBidder } from '../src/auction/context.ts';
import type { ContextImp, ImpTerms } from '../src/auction/context-imp.ts';
import { addProblem, errorCode, warningCode } from '../src/errors.ts';
import type { Rates } from '../src/money/convert.ts';
import type { MediaType } from '../src/openrtb/media-types.ts';
import type { JsonObject } from '../src/openrtb/merge-patch.ts';
import type { BidPod } from '../src/stages/settle/build-category-key.ts';
import { checkBid } from '../src/stages/settle/check-bid.ts';
import type { AuctionPlugins } from './auction-plugins.ts';
import { clientNative } from './client-native.ts';
import { creativeFaults, type CreativeFault } from './creative-faults.ts';
import { NonBids } from './non-bids.ts';
import type { ProblemSinks } from './parts.ts';
import { BidPricer } from './price-bids.ts';
import { rejectionOf, type Rejection } from './reject-bid.ts';
import { answerableImps, type BidSource } from './sent-imps.ts';

/** A bid that takes part; `bidder` and `imp` are indexes in the context, `price` is in the ad server's currency. */
export interface PricedBid {
  readonly bidder: number;
  readonly imp: number;
  /** Its number among all bids of the auction in the order in which they came, including those that take no part. */
  readonly nth: number;
  readonly type: MediaType;
  readonly bid: JsonObject;
  readonly price: number;
  readonly origbidcpm: number;
  readonly origbidcur: string;
  readonly video: BidVideo | undefined;
  readonly meta: JsonObject | undefined;
  readonly dealpriority: number | undefined;
  /** The terms of the imp in the form that its bidder was offered. */
  readonly impTerms: ImpTerms;
  /** Absent in auctions that ask for neither categories nor deal tiers. */
  readonly pod?: BidPod;
}

/** The collectors of problems, and what taking bids depends on. */
export interface TakingTerms extends ProblemSinks {
  readonly hostRates: Rates | undefined;
  /** Undefined: none runs. */
  readonly plugins: AuctionPlugins | undefined;
  /** The longest reply, in bytes. */
  readonly maxReplyBytes: number;
}

/**
 * The bids of a reply may hold at most this many times what the reply itself may: a bidder's definition that copies a shared text into each
 * bid could fill the memory.
 */
export const mostCopies = 8;

const tooLong = { reason: 'invalid', message: 'the bids of a reply are too long together' } as const;

/** Takes the bids of one auction's replies. */
export class BidTaker {
  /** In the order in which they were taken. */
  readonly bids: PricedBid[] = [];
  readonly nonBids: NonBids;
  readonly #context: AuctionContext;
  readonly #terms: TakingTerms;
  readonly #pricer: BidPricer;
  readonly #nativeOf = clientNative();
  readonly #placesOf: (source: BidSource) => ReadonlyMap<string, number>;
  #count = 0;

  constructor(context: AuctionContext, terms: TakingTerms) {
    this.#context = context;
    this.#terms = terms;
    this.#pricer = new BidPricer(context, terms.hostRates);
    this.#placesOf = answerableImps(context);
    this.nonBids = new NonBids(context);
  }

  /** Takes the valid ones of `bids`, and reports what is wrong with the others. */
  take(bids: readonly ReadBid[], source: BidSource): void {
    if (bids.length === 0) return;
    const bidder = this.#context.bidders[source.bidder]!;
    const places = this.#placesOf(source);
    const from = (source.cur || 'USD').toUpperCase();
    const told = new Set<string>();
    let left = mostCopies * this.#terms.maxReplyBytes;
    for (const sent of bids) {
      this.#count += 1;
      const one = this.#terms.plugins?.bid(sent, bidder) ?? sent;
      if (typeof one === 'string') {
        this.#dropFor(one, { bidder, place: source.bidder, imp: places.get(sent.bid['impid'] as string), told });
        continue;
      }
      left -= lengthOf(one.bid);
      const fault = left < 0 ? tooLong : checkBid(one.bid, (impid) => places.has(impid));
      const imp = places.get(one.bid['impid'] as string);
      if (fault === undefined) this.#takeOne(one, { bidder, place: source.bidder, imp: imp!, from, told });
      else {
        addProblem(this.#terms.errors, bidder.name, { code: errorCode.badServerResponse, message: fault.message });
        this.nonBids.drop(source.bidder, imp, fault.reason);
      }
    }
  }

  /** Drops a bid as a plugin wants it, which is told once. */
  #dropFor(plugin: string, { bidder, place, imp, told }: Dropping): void {
    const message = `bids are dropped by the host's plugin ${plugin}`;
    this.#tell(bidder, { reason: 'plugin', warning: { code: warningCode.general, message } }, told);
    this.nonBids.drop(place, imp, 'plugin');
  }

  #takeOne({ bid, type, video, meta, dealpriority }: ReadBid, taking: Taking): void {
    const { bidder, place, imp, from, told } = taking;
    const auctioned = this.#context.imps[imp]!;
    const impTerms = termsFor(auctioned, place);
    const { outstream, accompanying, floor } = impTerms;
    const facts = { bidder, type, outstream, accompanying, from, floor };
    const { creatives } = this.#context;
    const faults = creatives && creativeFaults({ bid, type }, impTerms.creative, creatives);
    const price =
      rejectionOf(bid, bidder.dealsonly.includes(imp), this.#context.dsa) ??
      faults?.find(({ isDropped }) => isDropped) ??
      this.#pricer.price(bid, facts);
    if (typeof price !== 'number') {
      this.#tell(bidder, price, told);
      this.nonBids.drop(place, imp, price.reason);
      return;
    }
    if (faults !== undefined) this.#allow(faults, taking);
    this.bids.push({
      bidder: place,
      imp,
      nth: this.#count,
      type,
      bid: type === 'native' ? this.#nativeOf(bid, impTerms.native) : bid,
      price,
      origbidcpm: bid['price'] as number,
      origbidcur: from,
      video,
      meta,
      dealpriority,
      impTerms,
    });
  }

  /** Tells and counts what is wrong with the creative of a bid that takes part. */
  #allow(faults: readonly CreativeFault[], { bidder, place }: Taking): void {
    for (const { warning, reason } of faults) {
      addProblem(this.#terms.warnings, bidder.name, warning);
      this.nonBids.warn(place, reason);
    }
  }

  /** Equal words of a reply's bids, as those on a currency are, are told once. */
  #tell({ name }: ContextBidder, { warning, error }: Rejection, told: Set<string>): void {
    const problem = warning ?? error;
    if (told.has(problem.message)) return;
    told.add(problem.message);
    addProblem(warning === undefined ? this.#terms.errors : this.#terms.warnings, name, problem);
  }
}

/** A bid's bidder and its place, the imp that the bid answers, and what has been told of the reply's bids. */
interface Dropping {
  readonly bidder: ContextBidder;
  readonly place: number;
  readonly imp: number | undefined;
  readonly told: Set<string>;
}

interface Taking extends Dropping {
  readonly imp: number;
  readonly from: string;
}

/**
 * The characters of a bid's ids and markup, the texts that a bidder's bids may share: some private formats name the imp once for many bids.
 */
function lengthOf({ id, impid, adm }: JsonObject): number {
  const ids = (typeof id === 'string' ? id.length : 0) + (typeof impid === 'string' ? impid.length : 0);
  return typeof adm === 'string' ? ids + adm.length : ids;
}

/** The terms for the bids of the bidder at `place` on this imp. */
function termsFor(imp: ContextImp, place: number): ImpTerms {
  const floor = imp.floors?.[place];
  return imp.own?.[place] ?? (floor === undefined ? imp : { ...imp, floor: floor ?? undefined });
}
