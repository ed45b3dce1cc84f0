/** Decides what a bidder's definition may say (bidders, 'One small definition each'): the words of `defineBidder` (their steps: call-steps, reply-steps). */
import type { Static, TSchema } from 'typebox';
import type { Imp } from '../openrtb/imp.ts';
import type { JsonObject } from '../openrtb/merge-patch.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { Bid } from '../openrtb/response.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import type {
  Batch,
  BodyStep,
  CallContext,
  HeaderSource,
  HeaderWord,
  ImpContext,
  ImpsCheck,
  ImpStep,
  Macro,
} from './call-steps.ts';
import type { BidVideo, FledgeConfig } from './adapter-results.ts';
import type { Bidder } from './contract.ts';
import type { AliasOptions, FactOptions } from './facts.ts';
import type { FaultTexts } from './fault-texts.ts';
import type { Refusal } from './refusal.ts';
import type { BidStep, Decoded, MediaTypeRules, ReplyContext, StatusRule, TypedBidContext } from './reply-steps.ts';

/** What `defineBidder` takes: facts, and the behaviour as lists of pure steps. Everything but `code` and `params` may be left out. */
export interface BidderOptions<P extends TSchema, R> extends FactOptions {
  readonly code: string;
  readonly aliases?: readonly AliasOptions[];
  readonly params: P;
  /** Params for the documentation where those made from the schema do not fit it. */
  readonly example?: JsonObject;
  /** False when nothing here reads the params: they pass on as they are, also those that a host did not validate. */
  readonly readsParams?: boolean;
  /** Reads the host's settings once (parse `extraInfo` here). Throws an Error that says what to change. */
  readonly ready?: (bidder: Omit<Bidder, 'ready'>) => R;
  readonly imp?: readonly ImpStep<Static<P>, R>[];
  /** Makes several imps of one: what each has in place of the imp's members. */
  readonly split?: (imp: Imp, c: ImpContext<Static<P>, R>) => readonly Changes<Imp>[];
  /** What an imp's refusal means: the others go on ('drop', the default), or nothing is asked. */
  readonly onImpError?: 'drop' | 'abort';
  readonly together?: readonly ImpsCheck<Static<P>, R>[];
  readonly batch?: Batch<Static<P>, R>;
  readonly body?: readonly BodyStep<Static<P>, R>[];
  readonly macros?: { readonly [name: string]: Macro<Static<P>, R> };
  /** The call's URL where macros do not do; `endpoint` has its macros filled. */
  readonly url?: (endpoint: string, c: CallContext<Static<P>, R>) => string | Refusal;
  /** What is asked for with GET if the call has no reply by the deadline, where the host lets bidders be told: `request` is as `body` has made it. */
  readonly timeoutUrl?: (c: CallContext<Static<P>, R>) => string | Refusal;
  /** True for a host (without port) that `url` and `timeoutUrl` may name beside the endpoint's own; never one that only params name. */
  readonly admitsHost?: (host: string, endpoint: string, ready: R) => boolean;
  readonly headers?: readonly (HeaderWord | HeaderSource<Static<P>, R>)[];
  /** 'GET' sends no body but one that `encode` makes. */
  readonly method?: 'POST' | 'GET';
  /** The body of a private protocol: any JSON value, or text as it is. */
  readonly encode?: (request: BidRequest, c: CallContext<Static<P>, R>) => unknown;
  /** Any JSON that reading the reply needs. */
  readonly note?: (c: CallContext<Static<P>, R>) => unknown;
  readonly status?: { readonly [status: number]: StatusRule };
  readonly replyHeaders?: readonly string[];
  /** The reply header (lower case) in which the bidder says what is wrong: its text goes into the problem of a bad status. */
  readonly faultHeader?: string;
  /** The bids of a private protocol, from the parsed reply. */
  readonly decode?: (reply: unknown, c: Omit<ReplyContext<R>, 'response'>) => Decoded | Refusal;
  readonly currency?: 'response' | 'ignored' | ((c: ReplyContext<R>) => string);
  /** The imp id that a bid means, from the one it names. */
  readonly impid?: (impid: string) => string;
  readonly mediaType?: MediaTypeRules<R>;
  /** What a bid's refusal means: the others go on ('drop', the default), or the whole reply is void. */
  readonly onBidError?: 'drop' | 'abort';
  readonly bid?: readonly BidStep<R>[];
  readonly seat?: (bid: Bid, c: TypedBidContext<R>) => string;
  /** What an ad server is told of a video; asked of no other bid. */
  readonly video?: (bid: Bid, c: TypedBidContext<R>) => BidVideo | undefined;
  readonly meta?: (bid: Bid, c: TypedBidContext<R>) => JsonObject | undefined;
  /** The bidder's own rank of a deal, from 1; 0 for none. */
  readonly dealpriority?: (bid: Bid, c: TypedBidContext<R>) => number;
  readonly says?: FaultTexts;
  readonly fledge?: (c: ReplyContext<R>) => readonly FledgeConfig[];
}
