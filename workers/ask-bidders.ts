/** Composes what each bidder is asked: its imps, its view of the request, its calls (house, `prepare`: 'then per bidder'). */
import { gzipSync } from 'node:zlib';
import type { AuctionFacts, Bidder, BidderImp, BidderRequest, Call } from '../src/adapter/contract.ts';
import type { ContextBidder, ContextCall, ContextNonBid, ContextStored } from '../src/auction/context.ts';
import { addProblem, errorCode, nonBidCode, type Problems } from '../src/errors.ts';
import type { NameOf } from '../src/openrtb/bidder-names.ts';
import type { FirstPartyPatch } from '../src/openrtb/first-party.ts';
import type { JsonObject } from '../src/openrtb/merge-patch.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import { pruneImps, type Platform } from '../src/stages/prepare/prune-imps.ts';
import { BidderViews } from './bidder-views.ts';
import type { OfferedImp } from './merge-imps.ts';
import type { AuctionPrivacy } from './privacy.ts';

/** One call with its body ready for the wire. */
export interface ReadyCall {
  readonly bidder: string;
  readonly method: string;
  readonly uri: string;
  readonly headers: string[];
  readonly body: string | Uint8Array;
}

/** The auction as far as asking goes. `headers` go to every bidder; problems found are added to `errors` and `warnings`. */
export interface Asking {
  readonly namespace: string;
  readonly request: BidRequest;
  readonly imps: readonly OfferedImp[];
  readonly find: (name: string) => Bidder | undefined;
  readonly nameOf: NameOf;
  readonly configs: readonly FirstPartyPatch[];
  readonly auction: AuctionFacts;
  readonly bidderTmaxMs: number;
  readonly headers: readonly string[];
  readonly privacy: AuctionPrivacy;
  readonly errors: Problems;
  readonly warnings: Problems;
}

/** Who is asked for what. */
export interface Asked {
  readonly bidders: ContextBidder[];
  readonly calls: ReadyCall[];
  readonly contextCalls: ContextCall[];
  readonly stored: ContextStored[];
  readonly nonbids: ContextNonBid[];
}

/** Shapes the calls of every bidder, in the order in which the imps name them. */
export function askBidders(asking: Asking): Asked {
  const asked: Asked = { bidders: [], calls: [], contextCalls: [], stored: [], nonbids: [] };
  const views = new BidderViews(asking);
  for (const [name, imps] of impsByBidder(asking.imps)) {
    const bidder = asking.find(name);
    if (bidder === undefined) continue;
    asked.bidders.push({ name, core: bidder.core, configured: bidder.configured, imps, dealsonly: [] });
    askBidder({ name, bidder, imps }, asking, { asked, views });
  }
  return asked;
}

interface One {
  readonly name: string;
  readonly bidder: Bidder;
  /** Places in the auction's imps. */
  readonly imps: readonly number[];
}

function askBidder(one: One, asking: Asking, { asked, views }: { asked: Asked; views: BidderViews }): void {
  const { name, bidder } = one;
  const place = asked.bidders.length - 1;
  const refuse = (imp: number, code: number): void => void asked.nonbids.push({ bidder: place, imp, code });
  const offered: number[] = [];
  const imps: BidderImp[] = [];
  for (const at of one.imps) {
    const { imp, asked, own } = asking.imps[at]!;
    const params = asked.get(name);
    const fault = bidder.adapter.paramsFault(params);
    if (fault === undefined) {
      offered.push(at);
      imps.push({ imp: views.imp(own.get(name) ?? imp, bidder), own: {}, params: params as JsonObject });
    } else {
      const text = `imp ${JSON.stringify(imp.id)}: the params of ${name} ${fault}`;
      addProblem(asking.errors, name, errorCode.badInput, text);
      refuse(at, nonBidCode.error);
    }
  }
  const pruned = pruneImps(imps, bidder, platformOf(asking.request));
  for (const { at, code } of pruned.refused) refuse(offered[at]!, code);
  if (pruned.message !== undefined) addProblem(asking.errors, name, errorCode.badInput, pruned.message);
  const gone = new Set(pruned.refused.map(({ at }) => at));
  const sent = offered.filter((_, at) => !gone.has(at));
  if (sent.length === 0) return;
  const { auction, privacy } = asking;
  if (!privacy.mayCall(bidder, name)) {
    for (const imp of sent) refuse(imp, nonBidCode.privacy);
    return;
  }
  const request = { bidder, name, imps: pruned.imps, auction, ...views.of(bidder, name) };
  const calls = makeCalls(privacy.shape(request), asking);
  for (const call of calls) {
    asked.calls.push(readyCall(call, one, asking));
    asked.contextCalls.push({ bidder: place, imps: call.imps.map((at) => sent[at]!), note: call.note });
  }
  const called = new Set(calls.flatMap((call) => call.imps));
  sent.forEach((imp, at) => {
    if (!called.has(at)) refuse(imp, nonBidCode.error);
  });
}

/** The adapter's calls. One that throws is a bug of that bidder, and costs that bidder alone. */
function makeCalls(request: BidderRequest, asking: Asking): readonly Call[] {
  try {
    const { calls, problems } = request.bidder.adapter.makeCalls(request);
    for (const { code, message } of problems) addProblem(asking.errors, request.name, code, message);
    if (calls.length === 0 && problems.length === 0) {
      addProblem(asking.errors, request.name, errorCode.unknown, 'the adapter built no request');
    }
    return calls;
  } catch {
    addProblem(asking.errors, request.name, errorCode.unknown, 'the adapter failed to build a request');
    return [];
  }
}

function readyCall(call: Call, { name, bidder }: One, asking: Asking): ReadyCall {
  const zipped = bidder.endpointCompression === 'gzip' && call.body !== '';
  return {
    bidder: name,
    method: call.method,
    uri: call.uri,
    headers: [...call.headers, ...asking.headers, ...(zipped ? ['content-encoding', 'gzip'] : [])],
    body: zipped ? gzipSync(call.body) : call.body,
  };
}

/** Places in `imps` by bidder name, names in the order of their first imp. */
function impsByBidder(imps: readonly OfferedImp[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  imps.forEach(({ asked }, at) => {
    for (const name of asked.keys()) {
      const known = places.get(name);
      if (known) known.push(at);
      else places.set(name, [at]);
    }
  });
  return places;
}

function platformOf(request: BidRequest): Platform {
  if (request.app !== undefined) return 'app';
  return request.site !== undefined ? 'site' : 'dooh';
}
