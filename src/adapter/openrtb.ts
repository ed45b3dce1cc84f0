/** Decides how a plain OpenRTB bidder is spoken to: the adapter of every code that has no definition of its own (decisions, 'Seats', 'Bid checks'). */
import { errorCode, type Problem } from '../errors.ts';
import { isObject } from '../openrtb/merge-patch.ts';
import type { Adapter, BidderImp, BidderRequest, Calls, ReadBid, ReadReply, Reply } from './contract.ts';
import { bidMediaType } from './media-type.ts';

/** One call for all imps, the request unchanged but for `imp.ext.bidder`; bids of every seat of the reply are read. */
export const openrtbAdapter: Adapter = { code: 'openrtb', paramsFault, makeCalls, readReply };

function paramsFault(params: unknown): string | undefined {
  return isObject(params) ? undefined : 'must be an object';
}

function makeCalls(request: BidderRequest): Calls {
  const { bidder, imps } = request;
  const headers = [
    'content-type',
    'application/json;charset=utf-8',
    'accept',
    'application/json',
    'x-openrtb-version',
    bidder.ortbVersion,
  ];
  const body = requestText(request, imps);
  return {
    calls: [{ method: 'POST', uri: bidder.endpoint, headers, body, imps: imps.map((_, at) => at) }],
    problems: [],
  };
}

/** The JSON text of `request` with `imps`. */
function requestText(request: BidderRequest, imps: readonly BidderImp[]): string {
  const { fragments } = request;
  const own: { [key: string]: string | undefined } = {
    imp: `[${imps.map((imp) => impText(imp, request)).join(',')}]`,
  };
  for (const [key, value] of Object.entries(request.own))
    own[key] = value === undefined ? value : fragments.text(value);
  return fragments.join(request.request, own);
}

function impText(bidderImp: BidderImp, { fragments }: BidderRequest): string {
  const own: { [key: string]: string | undefined } = {};
  for (const [key, value] of Object.entries(bidderImp.own))
    own[key] = value === undefined ? value : fragments.text(value);
  const ext = bidderImp.own.ext ?? bidderImp.imp.ext ?? noExt;
  own['ext'] = fragments.join(ext, { bidder: fragments.text(bidderImp.params) });
  return fragments.join(bidderImp.imp, own);
}

const noExt = {};

function readReply(reply: Reply): ReadReply {
  const parsed = parse(reply.text);
  if (!isObject(parsed)) return broken('the reply is not a JSON object');
  const { cur, seatbid } = parsed;
  if (cur !== undefined && cur !== null && typeof cur !== 'string')
    return broken('the reply has a cur that is no string');
  if (seatbid === undefined || seatbid === null) return { cur: cur ?? '', bids: [], problems: [] };
  if (!Array.isArray(seatbid)) return broken('the reply has a seatbid that is no array');
  const problems: Problem[] = [];
  const bids: ReadBid[] = [];
  for (const seat of seatbid as unknown[]) {
    const list = isObject(seat) ? seat['bid'] : undefined;
    if (!Array.isArray(list)) {
      problems.push({ code: errorCode.badServerResponse, message: 'a seatbid of the reply has no bid array' });
      continue;
    }
    for (const bid of list as unknown[]) {
      if (isObject(bid)) bids.push({ bid, type: typeOf(bid, reply) });
      else problems.push({ code: errorCode.badServerResponse, message: 'a bid of the reply is no object' });
    }
  }
  return { cur: cur ?? '', bids, problems };
}

function typeOf(bid: { readonly [key: string]: unknown }, reply: Reply): ReadBid['type'] {
  const imp = reply.imps.find((one) => one.id === bid['impid']);
  return bidMediaType(bid, imp?.types ?? [], reply.namespace);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function broken(message: string): ReadReply {
  return { cur: '', bids: [], problems: [{ code: errorCode.badServerResponse, message }] };
}
