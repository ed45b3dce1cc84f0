/** Composes which bids of a reply take part, and what each costs (decisions, 'Bid checks', 'Price arithmetic'). */
import type { BidVideo, ReadBid } from '../../src/adapter/adapter-results.ts';
import type { AuctionContext, ContextBidder } from '../../src/auction/context.ts';
import type { ContextImp, ImpTerms } from '../../src/auction/context-imp.ts';
import type { Rates } from '../../src/money/convert.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import type { BidPod } from '../../src/stages/settle/build-category-key.ts';
import { checkBid } from '../../src/stages/settle/check-bid.ts';
import type { AuctionPlugins } from '../auction-plugins.ts';
import { clientNative } from './client-native.ts';
import { creativeFaults } from './creative-faults.ts';
import { NonBids } from './non-bids.ts';
import type { ProblemSinks } from '../parts.ts';
import { BidPricer } from './price-bids.ts';
import { rejectionOf } from './reject-bid.ts';
import { ReplyProblems } from './reply-problems.ts';
import { answerableImps, type BidSource } from './answerable-imps.ts';

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
interface TakingTerms extends ProblemSinks {
  readonly hostRates: Rates | undefined;
  /** Undefined: none runs. */
  readonly plugins: AuctionPlugins | undefined;
  /** The longest reply, in bytes. */
  readonly maxReplyBytes: number;
}

/**
 * The bids of a reply may hold at most this many times what the reply itself may:
 * a bidder's definition that copies a shared text into each bid could fill the memory.
 */
export const mostCopies = 8;

const tooLong = { reason: 'invalid', message: 'the bids of a reply are too large in total' } as const;

/** Takes the bids of one auction's replies. */
export class BidTaker {
  /** In the order in which they were taken. */
  readonly bids: PricedBid[] = [];
  readonly nonBids: NonBids;
  readonly #context: AuctionContext;
  readonly #terms: TakingTerms;
  readonly #pricer: BidPricer;
  readonly #nativeOf = clientNative();
  readonly #answerable: (source: BidSource) => ReadonlyMap<string, number>;
  #count = 0;

  constructor(context: AuctionContext, terms: TakingTerms) {
    this.#context = context;
    this.#terms = terms;
    this.#pricer = new BidPricer(context, terms.hostRates);
    this.#answerable = answerableImps(context);
    this.nonBids = new NonBids(context);
  }

  /** Takes the valid ones of `bids`, and reports what is wrong with the others. */
  take(bids: readonly ReadBid[], source: BidSource): void {
    if (bids.length === 0) return;
    const bidder = this.#context.bidders[source.bidder]!;
    const imps = this.#answerable(source);
    const from = (source.cur || 'USD').toUpperCase();
    const problems = new ReplyProblems({ bidder, index: source.bidder, sinks: this.#terms, nonBids: this.nonBids });
    let left = mostCopies * this.#terms.maxReplyBytes;
    for (const sent of bids) {
      this.#count += 1;
      const one = this.#terms.plugins?.bid(sent, bidder) ?? sent;
      if (typeof one === 'string') {
        problems.dropForPlugin(one, imps.get(sent.bid['impid'] as string));
        continue;
      }
      left -= lengthOf(one.bid);
      const fault = left < 0 ? tooLong : checkBid(one.bid, (impid) => imps.has(impid));
      const imp = imps.get(one.bid['impid'] as string);
      if (fault === undefined) this.#takeOne(one, { bidder, index: source.bidder, imp: imp!, from, problems });
      else problems.dropInvalid(fault, imp);
    }
  }

  #takeOne({ bid, type, video, meta, dealpriority }: ReadBid, taking: Taking): void {
    const { bidder, index, imp, from, problems } = taking;
    const impTerms = termsFor(this.#context.imps[imp]!, index);
    const { creatives } = this.#context;
    const faults = creatives && creativeFaults({ bid, type }, impTerms.creative, creatives);
    const price =
      rejectionOf(bid, bidder.dealsonly.includes(imp), this.#context.dsa) ??
      faults?.find(({ isDropped }) => isDropped) ??
      this.#pricer.price(bid, { bidder, type, from, impTerms });
    if (typeof price !== 'number') return problems.reject(price, imp);
    if (faults !== undefined) problems.allow(faults);
    this.bids.push({
      bidder: index,
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
}

/** What taking one bid depends on: its bidder and that bidder's index, the imp that it answers, its currency, and its reply's problems. */
interface Taking {
  readonly bidder: ContextBidder;
  readonly index: number;
  readonly imp: number;
  readonly from: string;
  readonly problems: ReplyProblems;
}

/**
 * The characters of a bid's ids and markup, the texts that a bidder's bids may share: some private formats name the imp once for many bids.
 */
function lengthOf({ id, impid, adm }: JsonObject): number {
  const ids = (typeof id === 'string' ? id.length : 0) + (typeof impid === 'string' ? impid.length : 0);
  return typeof adm === 'string' ? ids + adm.length : ids;
}

/** The terms for the bids of the bidder at `index` on this imp. */
function termsFor(imp: ContextImp, index: number): ImpTerms {
  const own = imp.own?.[index];
  const floor = imp.floors?.[index];
  if (own === undefined) return floor === undefined ? imp : { ...imp, floor: floor ?? undefined };
  const { echo = imp.echo, native = imp.native } = own;
  return { ...own, echo: echo ?? undefined, native: native ?? undefined };
}
