/** Runs the host's plugins at their places in one hop (src/plugins): which of them, told what, and what becomes of one that fails. */
import type { ReadBid } from '../src/adapter/contract.ts';
import type { AuctionContext, ContextBidder } from '../src/auction/context.ts';
import type { CodeBug } from '../src/auction/messages.ts';
import { freezeDeep } from '../src/openrtb/freeze.ts';
import { isDeeper, maxDepth } from '../src/openrtb/depth.ts';
import { isObject, type JsonObject } from '../src/openrtb/merge-patch.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import { Bid } from '../src/openrtb/response.ts';
import { compileTypePlan, conforms } from '../src/openrtb/type-plan.ts';
import type { Plugin, PluginBidderFacts, PluginFacts, PluginRefusal } from '../src/plugins/contract.ts';
import { pluginBug } from './bidder-bug.ts';

/** One of the host's plugins. */
export interface HostPlugin {
  readonly name: string;
  readonly code: Plugin;
  readonly enabled: boolean;
  readonly settings: JsonObject;
}

/** Whose auction it is, and the account's settings of plugins. */
export interface PluggedAuction extends NonNullable<AuctionContext['plugins']> {
  readonly namespace: string;
  /** Faults of plugins are added here. */
  readonly bugs: CodeBug[];
}

/** One that runs in the auction. */
export interface RunningPlugin {
  readonly name: string;
  readonly code: Plugin;
  readonly facts: PluginFacts;
}

/** An auction that a plugin ends: which of them, and why. */
export interface RefusedRequest {
  readonly refusal: PluginRefusal['refuse'];
  readonly plugin: string;
}

/** What is wrong with a request that a plugin made, one sentence each, and the request as it is used. It nests no deeper than any may. */
export type JudgeRequest = (made: unknown) => { readonly request: BidRequest; readonly faults: readonly string[] };

/** Who is asked. */
type BidderNames = Pick<PluginBidderFacts, 'bidder' | 'core'>;

const bidPlan = compileTypePlan(Bid);
const tooDeep = { request: {}, faults: [`it nests deeper than ${maxDepth} levels`] };

/** The plugins of one hop of one auction. */
export class AuctionPlugins {
  readonly #auction: PluggedAuction;
  #running: readonly RunningPlugin[];

  constructor(running: readonly RunningPlugin[], auction: PluggedAuction) {
    this.#running = running;
    this.#auction = auction;
  }

  /** What the second hop needs to run them again. */
  get carried(): AuctionContext['plugins'] {
    const { account, own } = this.#auction;
    return { account, own };
  }

  /** The request as they leave it, or which of them ends the auction. */
  auctionRequest(given: BidRequest, judge: JudgeRequest): { readonly request: BidRequest } | RefusedRequest {
    let request = given;
    for (const one of this.#running) {
      const made = this.#ask(one, ({ auctionRequest }, facts) => {
        const left = atOnce(auctionRequest?.(freezeDeep(request), facts));
        return left === undefined || isRefusal(left) ? left : judged(left, judge);
      });
      if (isRefusal(made)) return { refusal: made.refuse, plugin: one.name };
      request = made ?? request;
    }
    return { request };
  }

  /** The bidder's request as they leave it, the same object where none changes it; a name: that plugin keeps the bidder out. */
  bidderRequest(given: BidRequest, bidder: BidderNames, judge: JudgeRequest): BidRequest | string {
    let request = given;
    for (const one of this.#running) {
      const made = this.#ask(one, ({ bidderRequest }, facts) => {
        const left = atOnce(bidderRequest?.(freezeDeep(request), { ...facts, ...bidder }));
        return left === undefined || left === false ? left : judged(left, judge);
      });
      if (made === false) return one.name;
      request = made ?? request;
    }
    return request;
  }

  /** The bid as they leave it; a name: that plugin drops it. */
  bid(given: ReadBid, { name, core }: Pick<ContextBidder, 'name' | 'core'>): ReadBid | string {
    let { bid } = given;
    for (const one of this.#running) {
      const made = this.#ask(one, (code, facts) => {
        const left = atOnce(code.bid?.(freezeDeep(bid) as Bid, { ...facts, bidder: name, core, type: given.type }));
        if (left && !(conforms(bidPlan, left) && !isDeeper(left, maxDepth)))
          throw new TypeError('it made no OpenRTB bid');
        return left;
      });
      if (made === false) return one.name;
      bid = made ?? bid;
    }
    return bid === given.bid ? given : { ...given, bid };
  }

  /** The response as they leave it, as text. */
  auctionResponse(given: JsonObject): string {
    let left = { response: given, text: '' };
    for (const one of this.#running) {
      const made = this.#ask(one, ({ auctionResponse }, facts) => {
        const response = atOnce(auctionResponse?.(freezeDeep(left.response), facts));
        if (response === undefined) return undefined;
        if (!isObject(response)) throw new TypeError('it made no response');
        return { response, text: JSON.stringify(response) };
      });
      left = made ?? left;
    }
    return left.text || JSON.stringify(left.response);
  }

  /** What a plugin answers; undefined for nothing, and for one that fails: that is told, and it is not asked again, for there may be thousands of bids. */
  #ask<T>(one: RunningPlugin, call: (code: Plugin, facts: PluginFacts) => T): T | undefined {
    try {
      return call(one.code, one.facts);
    } catch (error) {
      this.#running = this.#running.filter((other) => other !== one);
      this.#auction.bugs.push(pluginBug(one.name, error));
      return undefined;
    }
  }
}

function isRefusal(made: unknown): made is PluginRefusal {
  const refuse = isObject(made) ? made['refuse'] : undefined;
  return isObject(refuse) && Number.isInteger(refuse['nbr']);
}

/** What a plugin returned, which is no promise. */
function atOnce<T>(left: T): T {
  if (!(left instanceof Promise)) return left;
  left.catch(() => undefined);
  throw new TypeError('it returned a promise: it must answer at once');
}

/** A request that a plugin made, as it is used. Throws an Error that says why it cannot be. */
function judged(made: unknown, judge: JudgeRequest): BidRequest {
  const { request, faults } = isDeeper(made, maxDepth) ? tooDeep : judge(made);
  if (faults.length > 0) throw new TypeError(`it made a request that cannot be used: ${faults.join('; ')}`);
  return request;
}
