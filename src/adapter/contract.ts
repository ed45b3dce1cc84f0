/**
 * The interface of a bidder's adapter (bidders, 'One small definition each'): its functions, which are pure and do no I/O, and what they
 * are given.
 */
import type { RateOf } from '../money/convert.ts';
import type { Fragments } from '../openrtb/fragments.ts';
import type { Imp } from '../openrtb/imp.ts';
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/json-object.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { Calls, ReadReply } from './adapter-results.ts';

/** Where an ad is shown. The media types that a bidder supports may differ by platform. */
export type Platform = 'app' | 'site' | 'dooh';

/** Media types by platform; a platform that is absent is not supported. */
export type Capabilities = { readonly [platform in Platform]?: readonly MediaType[] };

/** The credentials that a bidder gave this host; '' for those it did not give. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly tracker: string;
  readonly appSecret: string;
}

/** What is known about a bidder, from its definition and the configuration. */
export interface Bidder {
  /** Its name: the code under which it is configured, or an alias that the request defines. */
  readonly code: string;
  /** The code of its entry in the configuration. */
  readonly configured: string;
  /** The code whose adapter and settings it shares: its own, or that of its parent. */
  readonly core: string;
  readonly adapter: Adapter;
  readonly endpoint: string;
  readonly endpointCompression: 'gzip' | undefined;
  readonly gvlVendorId: number | undefined;
  readonly ortbVersion: '2.5' | '2.6';
  /** undefined: everything is supported. */
  readonly capabilities: Capabilities | undefined;
  readonly gppSupported: boolean;
  readonly multiformatSupported: boolean;
  readonly modifyingVastXmlAllowed: boolean;
  /** Whether debug output may show its calls. */
  readonly debugAllowed: boolean;
  /** Free text from the host's configuration; '' for none. */
  readonly extraInfo: string;
  readonly platformId: string;
  readonly credentials: Credentials;
  /** What the adapter's `makeReady` returned. */
  readonly ready: unknown;
}

/** What an adapter learns about the auction as a whole. */
export interface AuctionFacts {
  /** The service's key in extensions, as in `ext.svc`. */
  readonly namespace: string;
  /** How the request arrived, in the words that bidders know; '' in their recorded cases. */
  readonly entryPoint: '' | 'amp' | 'video' | `openrtb2-${'web' | 'app' | 'dooh'}`;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly rateOf: RateOf;
  readonly mintId: () => string;
  /** A whole number from 0 to 2^53 - 1. */
  readonly randomInteger: () => number;
  readonly host: HostFacts;
  /** Whether bidders that ask for it are notified of calls without a reply. */
  readonly tellsTimeouts: boolean;
}

/** What an adapter may tell a bidder about this host; '' for what is unknown. */
export interface HostFacts {
  readonly externalUrl: string;
  readonly version: string;
  readonly gvlVendorId: string;
  readonly dataCenter: string;
}

/** One imp as a bidder may see it: `imp` is shared by bidders and holds no params; `own` has this bidder's overrides. */
export interface BidderImp {
  readonly imp: Imp;
  readonly own: Partial<Imp>;
  /** As validated. Only a direct call of an adapter may pass another type. */
  readonly params: JsonObject;
}

/** The request as one bidder may see it: `request` is shared by bidders and has no `imp`; `own` has this bidder's overrides. */
export interface BidderRequest {
  readonly bidder: Bidder;
  /** The bidder's name in this auction: its code or an alias. */
  readonly name: string;
  readonly request: Omit<BidRequest, 'imp'>;
  readonly own: Partial<BidRequest>;
  readonly imps: readonly BidderImp[];
  readonly fragments: Fragments;
  readonly auction: AuctionFacts;
}

/**
 * What reading a reply needs to know about an imp that was sent. `types` are those that it was offered with, before the definition's steps.
 */
export interface SentImp {
  readonly id: string;
  readonly types: readonly MediaType[];
}

/** A whole reply with its body as text. */
export interface Reply {
  readonly namespace: string;
  readonly status: number;
  readonly text: string;
  /** Only those named in the adapter's `replyHeaders`: names (lower case) and values, alternating. */
  readonly headers: readonly string[];
  /** Each imp of the call once. */
  readonly imps: readonly SentImp[];
  /** The call's note. */
  readonly note: unknown;
  /** True for a stored response: no call was made for it. */
  readonly isStored?: boolean;
  readonly bidder: Bidder;
}

/** Makes a bidder's calls and reads its replies. Neither function mutates its input; both return problems as values. */
export interface Adapter {
  readonly code: string;
  /** Names (lower case) of the reply headers that it reads. */
  readonly replyHeaders: readonly string[];
  /** True if a function of the definition sees the request: what bidders share is then frozen first. */
  readonly hasCode: boolean;
  /** What the adapter needs to know about a bidder's settings, made once for each. Throws an Error that says what to change. */
  makeReady(bidder: Omit<Bidder, 'ready'>): unknown;
  /** What is wrong with params (any JSON), as the end of a sentence about them; undefined if they can be used. */
  paramsFault(params: unknown): string | undefined;
  makeCalls(request: BidderRequest): Calls;
  /** Reads a reply of any status. */
  readReply(reply: Reply): ReadReply;
}
