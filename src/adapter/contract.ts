/** Decides what a bidder's adapter is given and what it returns (bidders, 'One small definition each'): pure functions, no I/O. */
import type { Problem } from '../errors.ts';
import type { Fragments } from '../openrtb/fragments.ts';
import type { Imp } from '../openrtb/imp.ts';
import type { JsonObject } from '../openrtb/merge-patch.ts';
import type { BidRequest } from '../openrtb/request.ts';

/** The kinds of ad of OpenRTB, in the order in which an imp of several kinds is read. */
export const mediaTypes = ['banner', 'video', 'audio', 'native'] as const;

/** One kind of ad. */
export type MediaType = (typeof mediaTypes)[number];

/** What is known of a bidder, from its definition and the configuration. */
export interface Bidder {
  /** The code under which it is configured. */
  readonly code: string;
  /** The code whose adapter and settings it shares: its own, or that of its parent. */
  readonly core: string;
  readonly adapter: Adapter;
  readonly endpoint: string;
  readonly endpointCompression: 'gzip' | undefined;
  readonly gvlVendorId: number | undefined;
  readonly ortbVersion: '2.5' | '2.6';
  /** Media types by platform; undefined: everything is supported. */
  readonly capabilities: { readonly [platform in 'app' | 'site' | 'dooh']?: readonly MediaType[] } | undefined;
}

/** One imp as a bidder may see it: `imp` is shared and holds no params, `own` is what this bidder has instead. */
export interface BidderImp {
  readonly imp: Imp;
  readonly own: Partial<Imp>;
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
}

/** One HTTP call: `headers` alternates names and values, `imps` are places in the bidder request's `imps`. */
export interface Call {
  readonly method: 'POST' | 'GET';
  readonly uri: string;
  readonly headers: readonly string[];
  readonly body: string;
  readonly imps: readonly number[];
}

/** The calls to make, and what was wrong with the imps that are in none of them. */
export interface Calls {
  readonly calls: readonly Call[];
  readonly problems: readonly Problem[];
}

/** What reading a reply needs to know of an imp that was sent. */
export interface SentImp {
  readonly id: string;
  readonly types: readonly MediaType[];
}

/** A reply of status 200 with its body as text. */
export interface Reply {
  readonly namespace: string;
  readonly text: string;
  readonly imps: readonly SentImp[];
}

/** One bid as the adapter read it. `bid` is the bidder's own, `type` the adapter's finding. */
export interface ReadBid {
  readonly bid: JsonObject;
  readonly type: MediaType;
  readonly video?: { readonly duration?: number; readonly primary_category?: string };
}

/** The bids of one reply; `cur` '' when the reply states none. */
export interface ReadReply {
  readonly cur: string;
  readonly bids: readonly ReadBid[];
  readonly problems: readonly Problem[];
}

/** A bidder's two steps. Neither changes what it is given; both return problems as values. */
export interface Adapter {
  readonly code: string;
  /** What is wrong with params (any JSON), as the end of a sentence that names them; undefined when they can be used. */
  paramsFault(params: unknown): string | undefined;
  makeCalls(request: BidderRequest): Calls;
  readReply(reply: Reply): ReadReply;
}
