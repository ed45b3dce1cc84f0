/**
 * Builds a simulated bidder's bid response (OpenRTB 2.5, 4.2). Everything except ids, price and size is prepared in advance.
 */
import type { FarmBidder } from './bidder.ts';
import { fraction, hash32, mix32 } from './chance.ts';
import { makeMarkup } from './markup.ts';
import type { FarmImp, FarmRequest } from './read-request.ts';

/** Builds the reply to a request, or null for no bid. The builder never changes the bytes afterwards. */
export type ReplyBuilder = (request: FarmRequest) => Buffer | null;

const admSteps = 12;
const fallbackSize = new Map([
  [1, [300, 250]],
  [2, [640, 360]],
]);

/** Lengths of markup, evenly spaced by ratio from the shortest to the longest. */
function admLengths({ bytes, upToBytes = bytes }: FarmBidder['adm']): number[] {
  if (upToBytes <= bytes) return [bytes];
  const least = Math.max(1, bytes);
  return Array.from({ length: admSteps }, (_, at) => Math.round(least * (upToBytes / least) ** (at / (admSteps - 1))));
}

/** The end of a bid's JSON, from `adomain` on, for one media type. Native and audio bids have no size. */
function bidTail(bidder: FarmBidder, mtype: number, admBytes: number): string {
  const fixed = JSON.stringify({
    adomain: [`${bidder.code}.example`],
    cid: `${bidder.code}-campaign`,
    crid: `${bidder.code}-creative-${mtype}`,
    cat: ['IAB3'],
    ...(bidder.dealid === undefined ? {} : { dealid: bidder.dealid }),
    ...(bidder.mtype === undefined ? {} : { mtype }),
    adm: makeMarkup(bidder.code, mtype, admBytes),
  });
  return fixed.slice(1);
}

/** What a bid needs besides its imp: its type and its random numbers. */
interface Draw {
  readonly id: number;
  readonly price: string;
  readonly mtype: number;
}

function bidText(imp: FarmImp, tail: string, draw: Draw): string {
  const size = fallbackSize.get(draw.mtype);
  const sized = size ? `"w":${imp.w || size[0]},"h":${imp.h || size[1]},` : '';
  const id = draw.id.toString(16).padStart(8, '0');
  return `{"id":"${id}","impid":"${imp.id}","price":${draw.price},${sized}${tail}`;
}

/**
 * Prepares a bidder's replies. Which imps get a bid, the ids and the prices depend only on the seed, the bidder's code, and the ids of
 * request and imp.
 */
export function makeReplyBuilder(bidder: FarmBidder, seed: number): ReplyBuilder {
  const bidderSeed = hash32(bidder.code, seed);
  const prices = bidder.prices.map(String);
  const lengths = admLengths(bidder.adm);
  const tails = [0, 1, 2, 3, 4].map((mtype) => lengths.map((bytes) => bidTail(bidder, mtype, bytes))); // by mtype, length
  const end = `]}],"cur":"${bidder.cur ?? 'USD'}"}`;
  return (request) => {
    const requestSeed = hash32(request.id, bidderSeed);
    let bids = '';
    for (const imp of request.imps) {
      const mtype = bidder.mtype === undefined ? imp.mtypes[0] : imp.mtypes.find((one) => one === bidder.mtype);
      const id = hash32(imp.id, requestSeed);
      if (mtype === undefined || fraction(mix32(id + 1)) >= bidder.bidRate) continue;
      const price = prices[mix32(id + 2) % prices.length]!;
      bids += (bids && ',') + bidText(imp, tails[mtype]![mix32(id + 3) % lengths.length]!, { id, price, mtype });
    }
    if (bids === '') return null;
    const id = hash32('bidid', requestSeed).toString(16);
    const start = `{"id":"${request.id}","bidid":"${id}","seatbid":[{"seat":"${bidder.code}","bid":[`;
    // Latin-1 in, Latin-1 out: the request's own bytes come back unchanged.
    return Buffer.from(start + bids + end, 'latin1');
  };
}
