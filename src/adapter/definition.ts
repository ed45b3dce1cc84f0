/** The options of `defineBidder` (bidders, 'One small definition each'); call-steps.ts and reply-steps.ts have the types of their steps. */
import type { Static, TSchema } from 'typebox';
import type { Imp } from '../openrtb/imp.ts';
import type { JsonObject } from '../openrtb/json-object.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { Bid } from '../openrtb/response.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import type {
  Batch,
  BodyStep,
  CallContext,
  HeaderSource,
  ImpContext,
  ImpsCheck,
  ImpStep,
  Macro,
} from './call-steps.ts';
import type { BidVideo, FledgeConfig } from './adapter-results.ts';
import type { Bidder } from './contract.ts';
import type { AliasOptions, FactOptions } from './facts.ts';
import type { FaultTexts } from './fault-texts.ts';
import type { HeaderWord } from './headers.ts';
import type { MediaTypeRules } from './media-type.ts';
import type { Refusal } from './refusal.ts';
import type { BidStep, Decoded, ReplyContext, StatusRule, TypedBidContext } from './reply-steps.ts';

/** What `defineBidder` takes: facts, and the behaviour as lists of pure steps. Only `code` and `params` are required. */
export interface BidderOptions<P extends TSchema, R> extends FactOptions {
  readonly code: string;
  readonly aliases?: readonly AliasOptions[];
  readonly params: P;
  /** Params for the documentation, if those generated from the schema do not fit it. */
  readonly example?: JsonObject;
  /** False if nothing here reads the params: their types go unchecked, and they pass on as they are. */
  readonly readsParams?: boolean;
  /** Reads the host's settings once (parse `extraInfo` here). Throws an Error that says what to change. */
  readonly ready?: (bidder: Omit<Bidder, 'ready'>) => R;
  readonly imp?: readonly ImpStep<Static<P>, R>[];
  /** Splits an imp into several: returns the overrides of the imp's members for each. */
  readonly split?: (imp: Imp, c: ImpContext<Static<P>, R>) => readonly Changes<Imp>[];
  /** What a refused imp means: only it is dropped ('drop', the default), or no call is made ('abort'). */
  readonly onImpError?: 'drop' | 'abort';
  readonly together?: readonly ImpsCheck<Static<P>, R>[];
  readonly batch?: Batch<Static<P>, R>;
  readonly body?: readonly BodyStep<Static<P>, R>[];
  readonly macros?: { readonly [name: string]: Macro<Static<P>, R> };
  /** The call's URL if macros do not suffice; `endpoint` has its macros filled. */
  readonly url?: (endpoint: string, c: CallContext<Static<P>, R>) => string | Refusal;
  /** The URL to GET if the call has no reply by the deadline and the host allows such notices. Sees the request as `body` made it. */
  readonly timeoutUrl?: (c: CallContext<Static<P>, R>) => string | Refusal;
  /** True for a host (without port) that `url` and `timeoutUrl` may name besides the endpoint's; never for one that only params name. */
  readonly admitsHost?: (host: string, endpoint: string, ready: R) => boolean;
  readonly headers?: readonly (HeaderWord | HeaderSource<Static<P>, R>)[];
  /** 'GET' sends no body unless `encode` makes one. */
  readonly method?: 'POST' | 'GET';
  /** The body of a private protocol: any JSON value, or a string that is sent as it is. */
  readonly encode?: (request: BidRequest, c: CallContext<Static<P>, R>) => unknown;
  /** Any JSON that reading the reply needs. */
  readonly note?: (c: CallContext<Static<P>, R>) => unknown;
  readonly status?: { readonly [status: number]: StatusRule };
  readonly replyHeaders?: readonly string[];
  /** The reply header (lower case) in which the bidder states what is wrong; its value goes into the problem of a bad status. */
  readonly faultHeader?: string;
  /** The bids of a private protocol, from the parsed reply. */
  readonly decode?: (reply: unknown, c: Omit<ReplyContext<R>, 'response'>) => Decoded | Refusal;
  readonly currency?: 'response' | 'ignored' | ((c: ReplyContext<R>) => string);
  /** The id of the imp that a bid is for, from the `impid` in the bid. */
  readonly impid?: (impid: string) => string;
  readonly mediaType?: MediaTypeRules<R>;
  /** What a refused bid means: only it is dropped ('drop', the default), or the whole reply is void ('abort'). */
  readonly onBidError?: 'drop' | 'abort';
  readonly bid?: readonly BidStep<R>[];
  /** The seat that the recorded cases state for a bid; answers always have the bidder. */
  readonly seat?: (bid: Bid, c: TypedBidContext<R>) => string;
  /** What an ad server learns about a video; not called for other bids. */
  readonly video?: (bid: Bid, c: TypedBidContext<R>) => BidVideo | undefined;
  readonly meta?: (bid: Bid, c: TypedBidContext<R>) => JsonObject | undefined;
  /** The bidder's rank of a deal, from 1; 0 for none. */
  readonly dealpriority?: (bid: Bid, c: TypedBidContext<R>) => number;
  readonly says?: FaultTexts;
  readonly fledge?: (c: ReplyContext<R>) => readonly FledgeConfig[];
}
