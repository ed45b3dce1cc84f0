/** Runs the host's plugins at their places in one hop (src/plugins): which of them, with what input, and what happens when one fails. */
import type { ReadBid } from '../src/adapter/adapter-results.ts';
import type { AuctionContext, ContextBidder } from '../src/auction/context.ts';
import type { CodeBug, PluginText } from '../src/auction/messages.ts';
import { freezeDeep } from '../src/openrtb/freeze.ts';
import type { JsonObject } from '../src/openrtb/json-object.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import type { Bid } from '../src/openrtb/response.ts';
import type { Plugin, PluginBidderFacts, PluginRefusal, PluginRequestFacts } from '../src/plugins/contract.ts';
import { lookUpText } from '../src/plugins/look-up-text.ts';
import { pluginBug } from './code-bug.ts';
import { atOnce, bidMade, refusalMade, requestMade, responseMade, type JudgeRequest } from './plugin-answers.ts';

/** The auction's account, and its settings of plugins. */
export interface PluggedAuction extends NonNullable<AuctionContext['plugins']> {
  readonly namespace: string;
  /** What the plugins' look-ups have found, in the first hop; null: they may still ask for look-ups. */
  readonly found?: readonly PluginText[] | null | undefined;
  /** Faults of plugins are added here. */
  readonly bugs: CodeBug[];
}

/** A plugin that runs in the auction. */
export interface RunningPlugin {
  readonly name: string;
  readonly code: Plugin;
  readonly facts: PluginRequestFacts;
}

/** An auction that a plugin ends: which plugin, and why. */
export interface RefusedRequest {
  readonly refusal: PluginRefusal['refuse'];
  readonly plugin: string;
}

/** The bidder that is asked. */
type BidderNames = Pick<PluginBidderFacts, 'bidder' | 'core'>;

/** What one plugin makes of the value that earlier plugins left: undefined for no change, false to remove it. */
type Change<T> = (left: T, code: Plugin, facts: PluginRequestFacts) => T | false | undefined;

/** The plugins of one hop of one auction. */
export class AuctionPlugins {
  readonly #auction: PluggedAuction;
  #running: readonly RunningPlugin[];

  constructor(running: readonly RunningPlugin[], auction: PluggedAuction) {
    this.#running = running;
    this.#auction = auction;
  }

  /** What the second hop needs to run the plugins again. */
  get carried(): AuctionContext['plugins'] {
    const { account, own } = this.#auction;
    return { account, own };
  }

  /** Whether a plugin has code for one of these places; if none has, nothing need be prepared for them. */
  isAskedAt(...places: readonly (keyof Plugin)[]): boolean {
    return this.#running.some(({ code }) => places.some((place) => code[place] !== undefined));
  }

  /** What plugins want looked up before they change the request; undefined for nothing, or when that is done or nobody would do it. */
  questions(request: BidRequest): readonly PluginText[] | undefined {
    if (this.#auction.found !== null || !this.isAskedAt('question')) return undefined;
    const questions = this.#running.flatMap(({ name, code, facts }) => {
      try {
        const json = lookUpText(atOnce(code.question?.(freezeDeep(request), facts)));
        return json === undefined ? [] : [{ plugin: name, json }];
      } catch (error) {
        // As after a failed look-up, only its findings are missing: the plugin runs at its other places, and others' questions stand.
        this.#auction.bugs.push(pluginBug(name, error));
        return [];
      }
    });
    return questions.length === 0 ? undefined : questions;
  }

  /** The request as the plugins leave it, or which of them ends the auction and why. */
  auctionRequest(given: BidRequest, judge: JudgeRequest): { readonly request: BidRequest } | RefusedRequest {
    let request = given;
    for (const one of this.#running) {
      const made = this.#ask(one, (code, facts) => {
        const left = atOnce(code.auctionRequest?.(freezeDeep(request), facts));
        if (left === undefined) return undefined;
        const refusal = refusalMade(left);
        return refusal === undefined ? { request: requestMade(left, request, judge) } : { refusal, plugin: one.name };
      });
      if (made?.refusal !== undefined) return made;
      request = made?.request ?? request;
    }
    return { request };
  }

  /** The bidder's request as the plugins leave it, the same object if none changes it; a name: that plugin keeps the bidder out. */
  bidderRequest(given: BidRequest, bidder: BidderNames, judge: JudgeRequest): BidRequest | string {
    return this.#through(given, (request, code, facts) => {
      const left = atOnce(code.bidderRequest?.(freezeDeep(request), { ...facts, ...bidder }));
      return left === undefined || left === false ? left : requestMade(left, request, judge);
    });
  }

  /** The bid as the plugins leave it; a name: that plugin drops it. */
  bid(given: ReadBid, { name, core }: Pick<ContextBidder, 'name' | 'core'>): ReadBid | string {
    const left = this.#through(given.bid, (bid, code, facts) => {
      const made = atOnce(code.bid?.(freezeDeep(bid) as Bid, { ...facts, bidder: name, core, type: given.type }));
      return made === undefined || made === false ? made : bidMade(made, bid);
    });
    if (typeof left === 'string') return left;
    return left === given.bid ? given : { ...given, bid: left };
  }

  /** The response as the plugins leave it, as text. */
  auctionResponse(given: JsonObject): string {
    const left = this.#through(given, (response, code, facts) => {
      const made = atOnce(code.auctionResponse?.(freezeDeep(response), facts));
      return made === undefined ? undefined : responseMade(made, response);
    });
    return JSON.stringify(left);
  }

  /** Passes a value through the plugins in order; a name: that plugin removes it. `call` returns what one plugin makes of it. */
  #through<T extends object>(given: T, call: Change<T>): T | string {
    let left = given;
    for (const one of this.#running) {
      const made = this.#ask(one, (code, facts) => call(left, code, facts));
      if (made === false) return one.name;
      left = made ?? left;
    }
    return left;
  }

  /**
   * What a plugin returns; undefined for nothing, and if it fails: then a bug is noted, and it does not run again, because there may be
   * thousands of bids.
   */
  #ask<T>(one: RunningPlugin, call: (code: Plugin, facts: PluginRequestFacts) => T): T | undefined {
    try {
      return call(one.code, one.facts);
    } catch (error) {
      this.#running = this.#running.filter((other) => other !== one);
      this.#auction.bugs.push(pluginBug(one.name, error));
      return undefined;
    }
  }
}
