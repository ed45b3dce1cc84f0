/** The first hop: the request's bytes in, every bidder's calls out (house, 'The journey of one request'). Pure: the same message gives the same bytes. */
import { mediaTypes } from '../src/adapter/contract.ts';
import type { AuctionContext, ContextImp } from '../src/auction/context.ts';
import type { PrepareMessage, PrepareResult } from '../src/auction/messages.ts';
import type { AccountSettings } from '../src/config/account-settings.ts';
import { RequestError, type Problem, type Problems } from '../src/errors.ts';
import { without, type JsonObject } from '../src/openrtb/merge-patch.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import type { AssignedImp } from '../src/stages/prepare/assign-bidders.ts';
import { versionHeader } from '../src/stages/prepare/version-header.ts';
import { askBidders, type Asked } from './ask-bidders.ts';
import { auctionFacts } from './auction-facts.ts';
import { packParts } from './frame.ts';
import type { HopParts } from './parts.ts';
import { offerImps, type Offer } from './offer-imps.ts';
import { readRequest } from './read-request.ts';

/** Shapes the calls of one auction. A request that cannot be served gives its faults; only a bug throws. */
export function prepareAuction(message: PrepareMessage, parts: HopParts): PrepareResult {
  try {
    return prepare(message, parts);
  } catch (error) {
    if (error instanceof RequestError) return { ok: false, status: error.status, faults: error.faults };
    throw error;
  }
}

function prepare(message: PrepareMessage, parts: HopParts): PrepareResult {
  const { namespace } = parts.config;
  const account = JSON.parse(message.account) as AccountSettings;
  const errors: Problems = new Map();
  const warnings: Problems = new Map();
  const read = readRequest(message, parts, warnings);
  const offer = offerImps(read, parts, { errors, warnings });
  const { request } = offer;
  const asked = askBidders({
    namespace,
    request,
    imps: offer.imps,
    find: offer.find,
    nameOf: offer.nameOf,
    auction: auctionFacts(message, read.svc, parts),
    bidderTmaxMs: message.bidderTmaxMs,
    headers: sharedHeaders(request, message, parts),
    errors,
    warnings,
  });
  const context = contextOf(
    { request, svc: read.svc, account, offer, asked, tmax: message.admitted.tmax },
    { errors, warnings },
  );
  return pack(asked, context);
}

/** Headers that every bidder gets (spec 9). */
function sharedHeaders(request: BidRequest, message: PrepareMessage, { config, server }: HopParts): string[] {
  const headers = [
    `x-${config.namespace}`,
    versionHeader(request, config.namespace, server),
    'accept-encoding',
    'gzip',
  ];
  if (message.arrival.gpc === '1') headers.push('sec-gpc', '1');
  return headers;
}

interface Prepared {
  readonly request: BidRequest;
  readonly svc: JsonObject;
  readonly account: AccountSettings;
  readonly offer: Offer;
  readonly asked: Asked;
  readonly tmax: number | null;
}

/** Members of `ext.<namespace>` that the second hop reads. */
const settledMembers = ['targeting', 'bidadjustmentfactors', 'currency', 'multibid'] as const;

function contextOf(prepared: Prepared, problems: { errors: Problems; warnings: Problems }): AuctionContext {
  const { request, svc, account, offer, asked } = prepared;
  const wantsDebug = request.test === 1 || svc['debug'] === true;
  const debug = wantsDebug && account.debugAllowed !== false;
  return {
    id: request.id ?? '',
    cur: (request.cur?.[0] ?? 'USD').toUpperCase(),
    tmaxrequest: prepared.tmax,
    debug,
    resolvedrequest: debug && request.test === 1 ? request : undefined,
    env: request.app === undefined ? '' : 'mobile-app',
    returnAllBidStatus: svc['returnallbidstatus'] === true,
    imps: offer.imps.map((imp) => contextImp(imp, asked)),
    bidders: asked.bidders,
    calls: asked.contextCalls,
    svc: Object.fromEntries(settledMembers.flatMap((key) => (svc[key] === undefined ? [] : [[key, svc[key]]]))),
    targetingDefaults: account.targeting ?? {},
    defaultBidLimit: account.defaultBidLimit ?? 0,
    errors: entriesOf(problems.errors),
    warnings: entriesOf(problems.warnings),
    nonbids: asked.nonbids,
  };
}

function contextImp({ imp, asked: names }: AssignedImp, asked: Asked): ContextImp {
  return {
    id: imp.id ?? '',
    types: mediaTypes.filter((type) => imp[type] !== undefined),
    outstream: (imp.video?.placement ?? 0) > 1,
    bidders: [...names.keys()].flatMap((name) => {
      const at = asked.bidders.findIndex((bidder) => bidder.name === name);
      return at < 0 ? [] : [at];
    }),
  };
}

function entriesOf(problems: Problems): [string, Problem[]][] {
  return [...problems];
}

/** Calls' bodies and the context, in one buffer. */
function pack(asked: Asked, context: AuctionContext): PrepareResult {
  const { bytes, ranges } = packParts([...asked.calls.map((call) => call.body), JSON.stringify(context)]);
  const calls = asked.calls.map((call, at) => ({ ...without(call, ['body']), body: ranges[at]! }));
  return { ok: true, bytes, context: ranges.at(-1)!, calls, keepCalls: context.debug };
}
