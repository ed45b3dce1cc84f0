/** Composes what came back: every call's outcome and every stored reply becomes priced bids, problems, and reasons (house, `settle`). */
import type { ReadReply } from '../../src/adapter/adapter-results.ts';
import type { Bidder, Reply } from '../../src/adapter/contract.ts';
import {
  adapterCode,
  type AuctionContext,
  type ContextBidder,
  type ContextCall,
  type ContextStored,
} from '../../src/auction/context.ts';
import { bytesAt } from '../../src/auction/byte-range.ts';
import type { OutcomeRecord } from '../../src/auction/call-records.ts';
import type { SettleMessage } from '../../src/auction/settle-messages.ts';
import { addProblem, errorCode, nonBidCode } from '../../src/errors.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import { placeStoredBids } from '../../src/stages/settle/place-stored-bids.ts';
import { readOutcome } from '../../src/stages/settle/read-outcome.ts';
import type { AuctionPlugins } from '../auction-plugins.ts';
import type { NonBids } from './non-bids.ts';
import type { HopParts, HopSinks } from '../parts.ts';
import { readReply, sentImps } from './read-reply.ts';
import type { BidSource } from './answerable-imps.ts';
import { BidTaker, mostCopies, type PricedBid } from './take-bids.ts';

/** What all calls and stored replies brought. */
export interface Replies {
  /** In the order of the context's stored replies and calls, then of each reply. */
  readonly bids: readonly PricedBid[];
  readonly nonBids: Pick<NonBids, 'reasons' | 'counts' | 'dropLate'>;
  /** Milliseconds of each bidder's slowest call, 0 for a stored reply, by name. */
  readonly millis: ReadonlyMap<string, number>;
  /** Configurations of auctions that the browser is to run, as the answer has them. */
  readonly fledge: readonly JsonObject[];
}

interface ReplyTerms {
  readonly parts: HopParts;
  readonly sinks: HopSinks;
  readonly plugins: AuctionPlugins | undefined;
}

/** Reads every stored reply and every outcome. */
export function readReplies(message: SettleMessage, context: AuctionContext, terms: ReplyTerms): Replies {
  const reader = new ReplyReader(message, context, terms);
  for (const stored of context.stored) reader.readStored(stored);
  message.outcomes.forEach((outcome, at) => reader.read(context.calls[at]!, outcome));
  const { taker, millis, fledge } = reader;
  return { bids: taker.bids, nonBids: taker.nonBids, millis, fledge };
}

/** A reply without its bidder, its imps and the namespace. */
type ReplyFacts = Pick<Reply, 'status' | 'text' | 'note' | 'headers' | 'isStored'>;

class ReplyReader {
  readonly taker: BidTaker;
  readonly millis = new Map<string, number>();
  readonly fledge: JsonObject[] = [];
  readonly #context: AuctionContext;
  readonly #parts: HopParts;
  readonly #sinks: HopSinks;
  readonly #bytes: ArrayBuffer;

  constructor(message: SettleMessage, context: AuctionContext, { parts, sinks, plugins }: ReplyTerms) {
    this.#context = context;
    this.#parts = parts;
    this.#sinks = sinks;
    this.#bytes = message.bytes;
    const { maxReplyBytes } = parts.config.auction;
    this.taker = new BidTaker(context, { ...sinks, hostRates: parts.hostRates(message.rates), plugins, maxReplyBytes });
  }

  read(call: ContextCall, outcome: OutcomeRecord): void {
    const { name, configured } = this.#context.bidders[call.bidder]!;
    this.millis.set(name, Math.max(this.millis.get(name) ?? 0, outcome.elapsedMs));
    const bytes = bytesAt(this.#bytes, outcome.body);
    const read = readOutcome(outcome, { bytes, maxBytes: this.#parts.config.auction.maxReplyBytes });
    if (read.text === undefined) {
      if (read.problem) addProblem(this.#sinks.errors, name, read.problem);
      for (const imp of call.imps) this.taker.nonBids.note(call.bidder, imp, read.nonbid);
      return;
    }
    const bidder = this.#parts.registry.find(configured);
    const { status, headers = [] } = outcome;
    const reply = this.#readReply(bidder, call, { text: read.text, status, note: call.note, headers });
    this.#take(reply, call);
  }

  /** A stored reply stands in for a bidder on one imp, and is treated like a live one. */
  readStored({ bidder, imp, text, isAuction, replaceimpid }: ContextStored): void {
    const { configured, name } = this.#context.bidders[bidder]!;
    if (!this.millis.has(name)) this.millis.set(name, 0);
    // Like a live reply without a body: no bid, and no problem.
    if (text === '') return this.taker.nonBids.note(bidder, imp, nonBidCode.noBid);
    const reader = isAuction ? this.#parts.storedReader : this.#parts.registry.find(configured);
    const facts = { text, status: 200, note: undefined, headers: [], isStored: true };
    const types = this.#context.imps[imp]!.own?.[bidder]?.types;
    const reply = this.#readReply(reader, { imps: [imp], ...(types && { types: [types] }) }, facts);
    const bids = replaceimpid ? placeStoredBids(reply.bids, this.#context.imps[imp]!.id) : reply.bids;
    this.#take({ ...reply, bids }, { bidder, imps: [imp], storedImp: imp });
  }

  #take(reply: ReadReply, source: Pick<ContextCall, 'bidder' | 'imps'> & Pick<BidSource, 'storedImp'>): void {
    const bidder = this.#context.bidders[source.bidder]!;
    for (const problem of reply.problems) addProblem(this.#sinks.errors, bidder.name, problem);
    this.taker.take(reply.bids, { ...source, cur: reply.cur });
    const reason = reasonFor(reply);
    const concerned = this.#concerned(reply, source.imps);
    for (const imp of source.imps) {
      this.taker.nonBids.note(source.bidder, imp, concerned?.has(imp) === false ? nonBidCode.noBid : reason);
    }
    if (reply.fledge.length > 0) this.#keepFledge(reply.fledge, source.imps, bidder);
  }

  /** The imps that the problems of a reply are about; undefined: possibly all. */
  #concerned({ droppedOn }: ReadReply, imps: readonly number[]): ReadonlySet<number> | undefined {
    if (droppedOn === undefined) return undefined;
    const byId = new Map(imps.map((imp) => [this.#context.imps[imp]!.id, imp]));
    const found = droppedOn.map((id) => byId.get(id)).filter((imp) => imp !== undefined);
    return found.length < droppedOn.length ? undefined : new Set(found);
  }

  /** Keeps the auctions for the browser, up to a limit: like bids, they may all contain the long id of an imp. */
  #keepFledge(fledge: ReadReply['fledge'], imps: readonly number[], by: ContextBidder): void {
    let left = mostCopies * this.#parts.config.auction.maxReplyBytes;
    for (const { impid, bidder, config } of fledge) {
      if (!imps.some((imp) => this.#context.imps[imp]!.id === impid)) continue;
      left -= impid.length;
      if (left < 0) {
        const message = 'the in-browser auctions of a reply are too large in total';
        addProblem(this.#sinks.errors, by.name, { code: errorCode.badServerResponse, message });
        return;
      }
      this.fledge.push({ impid, bidder: bidder || by.name, adapter: adapterCode(by), config });
    }
  }

  #readReply(bidder: Bidder | undefined, call: Pick<ContextCall, 'imps' | 'types'>, facts: ReplyFacts): ReadReply {
    const { namespace } = this.#parts.config;
    return readReply({ ...facts, namespace, imps: sentImps(this.#context, call), bidder }, this.#sinks.bugs);
  }
}

/** Why an imp of a reply has no bid, where the reply brought none for it. */
function reasonFor({ problems }: ReadReply): number {
  if (problems.length === 0) return nonBidCode.noBid;
  const isRefused = problems.some(({ code }) => code === errorCode.badInput);
  return isRefused ? nonBidCode.error : nonBidCode.invalidReply;
}
