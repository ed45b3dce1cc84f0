/** Decides what a bidder's adapter is given and what it returns (bidders, 'One small definition each'): pure functions, no I/O. */
import type { RateOf } from '../money/convert.ts';
import type { Fragments } from '../openrtb/fragments.ts';
import type { Imp } from '../openrtb/imp.ts';
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/merge-patch.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { Calls, ReadReply } from './adapter-results.ts';

/** Where an ad is shown; a bidder may support some media types on each. */
export type Platform = 'app' | 'site' | 'dooh';

/** Media types by platform; a platform that is absent is not supported. */
export type Capabilities = { readonly [platform in Platform]?: readonly MediaType[] };

/** What a bidder gave this host to prove itself; '' for what it did not. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly tracker: string;
  readonly appSecret: string;
}

/** What is known of a bidder, from its definition and the configuration. */
export interface Bidder {
  /** Its name: the code under which it is configured, or an alias of the request. */
  readonly code: string;
  /** The code of the configuration's entry behind it. */
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
  /** Its calls may be shown in debug output. */
  readonly debugAllowed: boolean;
  /** Free text of the host, '' for none. */
  readonly extraInfo: string;
  readonly platformId: string;
  readonly credentials: Credentials;
  /** What the adapter made of all this, once. */
  readonly ready: unknown;
}

/** What an adapter is told of the auction as a whole. */
export interface AuctionFacts {
  /** The extension word, as in `ext.svc`. */
  readonly namespace: string;
  /** By what way the request came, in the words that bidders know from elsewhere; '' in their recorded cases. */
  readonly entryPoint: '' | 'amp' | 'video' | `openrtb2-${'web' | 'app' | 'dooh'}`;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly rateOf: RateOf;
  readonly mintId: () => string;
  /** A whole number from 0 to 2^53 - 1. */
  readonly randomInteger: () => number;
  readonly host: HostFacts;
  /** Bidders that want to know it are told of calls that had no reply. */
  readonly tellsTimeouts: boolean;
}

/** What an adapter may tell a bidder about this host; '' for what is not known. */
export interface HostFacts {
  readonly externalUrl: string;
  readonly version: string;
  readonly gvlVendorId: string;
  readonly dataCenter: string;
}

/** One imp as a bidder may see it: `imp` is shared and holds no params, `own` is what this bidder has instead. */
export interface BidderImp {
  readonly imp: Imp;
  readonly own: Partial<Imp>;
  /** As validated; of any type only when an adapter is called directly. */
  readonly params: JsonObject;
}

/** The request as one bidder may see it: `request` is shared and has no `imp`, `own` is what this bidder has instead. */
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

/** What reading a reply needs to know of an imp that was sent: `types` are those that it was offered with, before the definition's own steps. */
export interface SentImp {
  readonly id: string;
  readonly types: readonly MediaType[];
}

/** A whole reply with its body as text. */
export interface Reply {
  readonly namespace: string;
  readonly status: number;
  readonly text: string;
  /** Only those named by the adapter's `replyHeaders`: names (lower case) and values by turns. */
  readonly headers: readonly string[];
  /** Each imp of the call once. */
  readonly imps: readonly SentImp[];
  /** The call's note. */
  readonly note: unknown;
  /** True for a stored text that stands for a reply: no call was made for it. */
  readonly isStored?: boolean;
  readonly bidder: Bidder;
}

/** A bidder's two steps. Neither changes what it is given; both return problems as values. */
export interface Adapter {
  readonly code: string;
  /** Names (lower case) of reply headers it reads. */
  readonly replyHeaders: readonly string[];
  /** True when code of its own sees the request: what bidders share is frozen first. */
  readonly hasCode: boolean;
  /** What the adapter needs to know about a bidder's settings, made once. Throws an Error that says what to change. */
  makeReady(bidder: Omit<Bidder, 'ready'>): unknown;
  /** What is wrong with params (any JSON), as the end of a sentence that names them; undefined when they can be used. */
  paramsFault(params: unknown): string | undefined;
  makeCalls(request: BidderRequest): Calls;
  /** Reads a reply of any status. */
  readReply(reply: Reply): ReadReply;
}
