/** Composes what came back: every call's outcome becomes priced bids, problems, and a reason for each imp without a bid (house, `settle`). */
import type { MediaType, ReadBid, ReadReply } from '../src/adapter/contract.ts';
import type { AuctionContext, ContextBidder, ContextCall } from '../src/auction/context.ts';
import type { OutcomeRecord, SettleMessage } from '../src/auction/messages.ts';
import { addProblem, errorCode, nonBidCode, type Problems } from '../src/errors.ts';
import { compileFactors, factorType, type Factors } from '../src/money/adjust.ts';
import { findRate, type Rate, type Rates, type RateSources } from '../src/money/convert.ts';
import { isObject, own, type JsonObject } from '../src/openrtb/merge-patch.ts';
import { adjustPrice } from '../src/stages/settle/adjust-price.ts';
import { checkBid } from '../src/stages/settle/check-bid.ts';
import { readOutcome } from '../src/stages/settle/read-outcome.ts';
import type { HopParts } from './parts.ts';

/** A bid that takes part; `bidder` and `imp` are places in the context, `price` is in the ad server's currency. */
export interface PricedBid {
  readonly bidder: number;
  readonly imp: number;
  readonly type: MediaType;
  readonly bid: JsonObject;
  readonly price: number;
  readonly origbidcpm: number;
  readonly origbidcur: string;
  readonly video: ReadBid['video'];
}

/** What all calls brought. */
export interface Replies {
  /** In the order of the context's calls, then of each reply. */
  readonly bids: PricedBid[];
  /** The first reason why a bidder has no bid for an imp, at `bidder × imps + imp`. */
  readonly reasons: Map<number, number>;
  /** Milliseconds of each called bidder's slowest call, by name. */
  readonly millis: Map<string, number>;
}

/** Reads every outcome; problems are added to `errors`. */
export function readReplies(
  message: SettleMessage,
  context: AuctionContext,
  parts: HopParts,
  errors: Problems,
): Replies {
  const reader = new ReplyReader(context, parts, { errors, hostRates: parts.hostRates(message.rates) });
  message.outcomes.forEach((outcome, at) => {
    const { start, end } = outcome.body;
    reader.read(context.calls[at]!, outcome, new Uint8Array(message.bytes, start, end - start));
  });
  return reader.replies;
}

interface ReplySinks {
  readonly errors: Problems;
  readonly hostRates: Rates | undefined;
}

class ReplyReader {
  readonly replies: Replies = { bids: [], reasons: new Map(), millis: new Map() };
  readonly #context: AuctionContext;
  readonly #parts: HopParts;
  readonly #errors: Problems;
  readonly #factors: Factors;
  readonly #rates: RateSources;

  constructor(context: AuctionContext, parts: HopParts, { errors, hostRates }: ReplySinks) {
    this.#context = context;
    this.#parts = parts;
    this.#errors = errors;
    this.#factors = compileFactors(context.svc['bidadjustmentfactors']);
    const currency = context.svc['currency'];
    const stated = isObject(currency) ? currency : {};
    this.#rates = {
      request: own(stated, 'rates') as RateSources['request'],
      host: hostRates,
      useHost: own(stated, 'usepbsrates') !== false,
    };
    for (const { bidder, imp, code } of context.nonbids) this.#refuse(bidder, imp, code);
  }

  read(call: ContextCall, outcome: OutcomeRecord, body: Uint8Array): void {
    const bidder = this.#context.bidders[call.bidder]!;
    const { millis } = this.replies;
    millis.set(bidder.name, Math.max(millis.get(bidder.name) ?? 0, outcome.elapsedMs));
    const read = readOutcome(outcome, { bytes: body, maxBytes: this.#parts.config.auction.maxReplyBytes });
    if (read.text === undefined) {
      if (read.problem) addProblem(this.#errors, bidder.name, read.problem.code, read.problem.message);
      for (const imp of call.imps) this.#refuse(call.bidder, imp, read.nonbid);
      return;
    }
    const reply = this.#readText(bidder, call, { text: read.text, status: outcome.status });
    for (const { code, message } of reply.problems) addProblem(this.#errors, bidder.name, code, message);
    this.#takeBids(call, bidder, reply);
    const reason = reply.problems.length > 0 ? nonBidCode.invalidReply : nonBidCode.noBid;
    for (const imp of call.imps) this.#refuse(call.bidder, imp, reason);
  }

  /** An adapter that throws is a bug of that bidder, and costs that bidder alone. */
  #readText(bidder: ContextBidder, call: ContextCall, read: { text: string; status: number }): ReadReply {
    const imps = call.imps.map((at) => this.#context.imps[at]!);
    try {
      const { adapters, config, registry } = this.#parts;
      return adapters.get(bidder.adapter)!.readReply({
        ...read,
        namespace: config.namespace,
        headers: [],
        imps,
        note: call.note,
        bidder: registry.find(bidder.name) ?? registry.find(bidder.core)!,
      });
    } catch {
      const message = 'the adapter failed to read the reply';
      return { cur: '', bids: [], fledge: [], problems: [{ code: errorCode.badServerResponse, message }] };
    }
  }

  #takeBids(call: ContextCall, bidder: ContextBidder, reply: ReadReply): void {
    if (reply.bids.length === 0) return;
    const from = (reply.cur || 'USD').toUpperCase();
    const rate = findRate(from, this.#context.cur, this.#rates);
    const places = new Map(call.imps.map((at) => [this.#context.imps[at]!.id, at]));
    const faults = new Set<string>();
    for (const one of reply.bids) {
      const fault = checkBid(one.bid, (impid) => places.has(impid));
      const imp = places.get(one.bid['impid'] as string);
      if (fault === undefined) this.#price(one, { call, bidder, imp: imp!, from, rate, faults });
      else {
        addProblem(this.#errors, bidder.name, errorCode.badServerResponse, fault);
        if (imp !== undefined) this.#refuse(call.bidder, imp, nonBidCode.rejected);
      }
    }
    for (const fault of faults) addProblem(this.#errors, bidder.name, errorCode.unknown, fault);
  }

  #price({ bid, type, video }: ReadBid, terms: PriceSource): void {
    const { call, bidder, imp, from, rate, faults } = terms;
    const origbidcpm = bid['price'] as number;
    const outstream = this.#context.imps[imp]!.outstream;
    const factor = this.#factors(factorType(type, outstream), bidder.name, bidder.core);
    const adjusted = adjustPrice(origbidcpm, factor, { from, to: this.#context.cur, rate });
    if (adjusted.fault !== undefined) {
      faults.add(adjusted.fault);
      this.#refuse(call.bidder, imp, nonBidCode.error);
      return;
    }
    const { price } = adjusted;
    if (price === 0 && origbidcpm > 0) {
      addProblem(this.#errors, bidder.name, errorCode.badServerResponse, 'a bid is worth nothing after adjustment');
      this.#refuse(call.bidder, imp, nonBidCode.rejected);
      return;
    }
    this.replies.bids.push({ bidder: call.bidder, imp, type, bid, price, origbidcpm, origbidcur: from, video });
  }

  #refuse(bidder: number, imp: number, code: number): void {
    const key = bidder * this.#context.imps.length + imp;
    if (!this.replies.reasons.has(key)) this.replies.reasons.set(key, code);
  }
}

interface PriceSource {
  readonly call: ContextCall;
  readonly bidder: ContextBidder;
  readonly imp: number;
  readonly from: string;
  readonly rate: Rate | null;
  readonly faults: Set<string>;
}
