/** Decides what a bidder's definition may say (bidders, 'One small definition each'): the words of `defineBidder` and their types. */
import type { Static, TSchema } from 'typebox';
import type { Problem } from '../errors.ts';
import type { Imp } from '../openrtb/imp.ts';
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/merge-patch.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { Bid } from '../openrtb/response.ts';
import type { AuctionFacts, Bidder, BidVideo, FledgeConfig, SentImp } from './contract.ts';
import type { AliasWords, FactWords } from './facts.ts';
import type { FaultTexts } from './fault-texts.ts';
import type { Refusal } from './refusal.ts';

/** Members to set; `undefined` removes one. */
export type Overrides<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The request as one bidder sees it, without imps. Frozen. */
export type SharedRequest = Readonly<Omit<BidRequest, 'imp'>>;

/** What a step for an imp is given beside the imp. `ready` is what the definition's `ready` returned. */
export interface ImpContext<P = JsonObject, R = unknown> {
  /** The imp's params; a schema's required members may be missing when the host does not validate. */
  readonly params: P;
  readonly request: SharedRequest;
  readonly bidder: Bidder;
  /** The bidder's name in this auction: its code or an alias. */
  readonly name: string;
  readonly auction: AuctionFacts;
  readonly ready: R;
}

/** An imp after its steps, with `ext.bidder`; `at` is its place in the bidder request. */
export interface ShapedImp<P = JsonObject> {
  readonly imp: Imp;
  readonly params: P;
  readonly at: number;
  /**
   * For the imp's text: the shared imp, what stands in its place, and its `ext` without params (unless `own` has one) with
   * the params as the request has them, null members and all.
   */
  readonly base: Imp;
  readonly own: Overrides<Imp>;
  readonly ext: Imp['ext'];
  readonly given: JsonObject;
}

/** What a step for a call is given: `params` are those of its first imp. */
export interface CallContext<P = JsonObject, R = unknown> extends ImpContext<P, R> {
  readonly imps: readonly ShapedImp<P>[];
}

/** An imp as its steps see it. No request is one: what is a step for an imp has no place in `body`. */
export type ImpView = Readonly<Imp> & { readonly device?: never };

/** Changes one imp: what stands in place of its members, null for nothing, or why the imp is not offered. */
export type ImpStep<P, R = unknown> = (imp: ImpView, c: ImpContext<P, R>) => Overrides<Imp> | Refusal | null;

/** Changes the request of one call (`imp` may be replaced too), null for nothing, or why the call is not made. */
export type BodyStep<P, R = unknown> = (
  request: SharedRequest,
  c: CallContext<P, R>,
) => Overrides<BidRequest> | Refusal | null;

/** Looks at all imps together after their steps: null, or why nothing is asked. */
export type ImpsCheck<P, R = unknown> = (
  imps: readonly ShapedImp<P>[],
  c: Omit<ImpContext<P, R>, 'params'>,
) => Refusal | null;

/** How imps are spread over calls: one call, one each, by equal keys (undefined: a call of its own), no two of one `apart` in one, at most `chunk` in one. */
export type Batch<P, R> =
  | 'all'
  | 'perImp'
  | {
      readonly by?: (imp: ShapedImp<P>, c: ImpContext<P, R>) => string | number | undefined;
      readonly apart?: (imp: ShapedImp<P>) => string;
      readonly chunk?: number;
    };

/** What a macro may stand for; undefined is ''. */
export type MacroValue = string | number | undefined;

/** The value of an endpoint's macro; it is encoded for its place in the URL. `path` may hold several segments. */
export type Macro<P, R> =
  | ((c: CallContext<P, R>) => MacroValue | Refusal)
  | { readonly as: 'path'; readonly of: (c: CallContext<P, R>) => MacroValue | Refusal };

/** A header, or several, that many bidders want: headers.ts says which. */
export type HeaderWord =
  | 'json'
  | 'jsonPlain'
  | 'jsonSpaced'
  | 'contentType'
  | 'contentTypePlain'
  | 'accept'
  | 'ortb'
  | 'ortb25'
  | 'ortb26'
  | 'ua'
  | 'ip'
  | 'ipv4'
  | 'ipOrIpv6'
  | 'ipv6OrIp'
  | 'language'
  | 'dnt'
  | 'referer'
  | 'ref'
  | 'origin'
  | 'basicAuth';

/** Header names and values by turns; one whose value is '' is left out. */
export type HeaderSource<P, R> = (request: SharedRequest, c: CallContext<P, R>) => readonly string[];

/** What a reply of some status means: bids, none, a fault of the request, or a fault of the bidder; 'stated' is one of the request where `faultHeader` tells one, else no bids. */
export type StatusRule = 'read' | 'empty' | 'stated' | 'badInput' | 'error';

/** What reading a reply is given. */
export interface ReplyContext<R = unknown> {
  readonly namespace: string;
  /** The whole reply. */
  readonly response: JsonObject;
  readonly imps: readonly SentImp[];
  /** The imp of an id, if it was sent. */
  readonly impOf: (impid: unknown) => SentImp | undefined;
  /** A reply header's value by its lower-case name, '' when absent. */
  readonly header: (name: string) => string;
  readonly note: unknown;
  /** True for a stored text that stands for a reply: no call was made for it, so there is no note and no header. */
  readonly isStored: boolean;
  readonly bidder: Bidder;
  readonly ready: R;
}

/** What a rule for one bid is given; `seat` is the name of the reply's seatbid. */
export interface BidContext<R = unknown> extends ReplyContext<R> {
  readonly seat: string;
  /** The reply's seatbid as it came. */
  readonly seatbid: JsonObject;
}

/** What a step for one bid is given; `type` is the media type found. */
export interface TypedBidContext<R = unknown> extends BidContext<R> {
  readonly type: MediaType;
}

/** A rule for a bid's media type that many bidders share (media-type.ts); a media type itself is a constant. */
export type MediaTypeWord = MediaType | 'mtype' | 'ext' | 'imp' | 'onlyImpType' | 'adm';

/** Finds a bid's media type: undefined leaves it to the next rule, a refusal drops the bid. */
export type MediaTypeRule<R> = (bid: Bid, c: BidContext<R>) => MediaType | Refusal | undefined;

/** Changes one bid: what stands in place of its members, null for nothing, or why the bid is dropped. */
export type BidStep<R = unknown> = (bid: Readonly<Bid>, c: TypedBidContext<R>) => Overrides<Bid> | Refusal | null;

/** A bid as a private protocol's `decode` gives it; a `type` stands in place of the rules of `mediaType`. */
export interface DecodedBid {
  readonly bid: Bid;
  readonly seatbid?: JsonObject;
  readonly type?: MediaType;
}

/** The bids of a reply in a private protocol. */
export interface Decoded {
  readonly cur?: string;
  readonly bids: readonly DecodedBid[];
  readonly problems?: readonly Problem[];
}

/** What `defineBidder` takes: facts, and the behaviour as lists of pure steps. Everything but `code` and `params` may be left out. */
export interface BidderWords<P extends TSchema, R> extends FactWords {
  readonly code: string;
  readonly aliases?: readonly AliasWords[];
  readonly params: P;
  /** Params for the documentation where those made from the schema do not fit it. */
  readonly example?: JsonObject;
  /** False when nothing here reads the params: they pass on as they are, also those that a host did not validate. */
  readonly readsParams?: boolean;
  /** Reads the host's settings once (parse `extraInfo` here). Throws an Error that says what to change. */
  readonly ready?: (bidder: Omit<Bidder, 'ready'>) => R;
  readonly imp?: readonly ImpStep<Static<P>, R>[];
  /** Makes several imps of one: what each has in place of the imp's members. */
  readonly split?: (imp: Imp, c: ImpContext<Static<P>, R>) => readonly Overrides<Imp>[];
  /** What an imp's refusal means: the others go on ('drop', the default), or nothing is asked. */
  readonly onImpError?: 'drop' | 'abort';
  readonly together?: readonly ImpsCheck<Static<P>, R>[];
  readonly batch?: Batch<Static<P>, R>;
  readonly body?: readonly BodyStep<Static<P>, R>[];
  readonly macros?: { readonly [name: string]: Macro<Static<P>, R> };
  /** The call's URL where macros do not do; `endpoint` has its macros filled. */
  readonly url?: (endpoint: string, c: CallContext<Static<P>, R>) => string | Refusal;
  /** True for a host (without port) that `url` may name beside the endpoint's own; never one that only params name. */
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
  /** The same from the reply's text, where that is no JSON. */
  readonly decodeText?: (text: string, c: Omit<ReplyContext<R>, 'response'>) => Decoded | Refusal;
  readonly currency?: 'response' | 'ignored' | ((c: ReplyContext<R>) => string);
  /** The imp id that a bid means, from the one it names. */
  readonly impid?: (impid: string) => string;
  readonly mediaType?: readonly (MediaTypeWord | MediaTypeRule<R>)[];
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
