/** Decides how Yieldlab's reply is read: a list of bids without markup. The URL of an ad repeats what the call said about the request. */
import { multiplyPrice } from '../../money/decimal.ts';
import { isObject } from '../../openrtb/json-object.ts';
import type { CallContext } from '../call-steps.ts';
import type { Decoded, DecodedBid, ReplyContext } from '../reply-steps.ts';
import { asList, numberAt, textAt, valueAt } from '../json.ts';
import { badReply, Refusal } from '../refusal.ts';
import { decodedOf } from '../steps/object-reply.ts';
import { pathSegment, withQuery } from '../url.ts';
import { sharedQuery, type Params, type Query } from './yieldlab-query.ts';

/** Prices are in euro cents. */
const cents = { times: 1, over: 100 };

/** Where ads are fetched, whatever the host's endpoint is. */
const adBase = 'https://ad.yieldlab.net/d/';

/** The longest URL of an ad, in characters: servers take none longer, and each bid's repeats the client's consent string and user id. */
const longestUrl = 16_384;

/** What reading the reply needs: the imp of each slot, and what the URLs of ads say about the request. */
export function replyNote({ imps, request, auction }: CallContext<Params>): object {
  return {
    nowMs: auction.nowMs,
    query: sharedQuery(request, auction.nowMs),
    slots: imps.map(({ imp, params: { adslotId, supplyId, extId } }) => ({ impid: imp.id, adslotId, supplyId, extId })),
  };
}

/** The bids of a reply, which is a list. Those of a stored response are for the first imp, whatever slots they name. */
export function decodeBids(
  reply: unknown,
  { note, imps: [first], isStored }: Pick<ReplyContext, 'note' | 'imps' | 'isStored'>,
): Decoded | Refusal {
  if (!Array.isArray(reply)) return badReply('the reply is not a list of bids');
  const waiting = Map.groupBy(asList(valueAt(note, 'slots')), (slot) => textAt(slot, 'adslotId'));
  const read = reply.map((one) => {
    const id = String(numberAt(one, 'id'));
    // Imps may share a slot: each takes a bid of its own.
    const left = waiting.get(id);
    const slot = isStored ? { impid: first?.id } : left?.[0];
    if (slot === undefined) return badReply(`a bid is for the ad slot ${id}, which was not asked for so often`);
    const bid = readBid(one, slot, note);
    // A bid that cannot be shown leaves the slot to the next bid.
    if (!(bid instanceof Refusal)) left?.shift();
    return bid;
  });
  return { cur: 'EUR', ...decodedOf(read) };
}

/** One entry of the reply as a bid for the imp of `slot`, with the URL of its ad as `nurl`. */
function readBid(one: unknown, slot: unknown, note: unknown): DecodedBid | Refusal {
  const id = String(numberAt(one, 'id'));
  const size = /^(\d{1,5})x(\d{1,5})$/.exec(textAt(one, 'adsize'));
  if (size === null) return badReply(`the bid for the ad slot ${id} has no adsize such as 300x250`);
  const [adsize, w, h] = size;
  const query = {
    ...(valueAt(note, 'query') as Query),
    id: textAt(slot, 'extId') || undefined,
    pvid: textAt(one, 'pvid') || undefined,
  };
  const url = withQuery(`${adBase}${id}/${pathSegment(textAt(slot, 'supplyId')) ?? ''}/${adsize}`, query);
  if (url.length > longestUrl) return badReply(`the URL of the ad for the ad slot ${id} is too long`);
  const [pid, advertiser] = [numberAt(one, 'pid'), textAt(one, 'advertiser')];
  const bid = {
    id,
    impid: textAt(slot, 'impid'),
    price: multiplyPrice(numberAt(one, 'price'), 1, cents),
    nurl: url,
    crid: `${id}${pid}${weekOf(numberAt(note, 'nowMs'))}`,
    ...(pid !== 0 && { dealid: String(pid) }),
    w: Number(w),
    h: Number(h),
    ...(advertiser !== '' && { adomain: [advertiser] }),
    ...extOf(valueAt(one, 'dsa')),
  };
  return { bid };
}

/** The bid's `ext` with its statement under the Digital Services Act, if any. */
function extOf(dsa: unknown): { ext?: { dsa: object } } {
  if (!isObject(dsa)) return {};
  const { adrender, transparency, behalf, paid } = dsa;
  return { ext: { dsa: { adrender, transparency, behalf, paid } } };
}

/** The number of the week in its year (ISO 8601): creatives may change from week to week. */
function weekOf(nowMs: number): number {
  const dayMs = 86_400_000;
  const day = Math.floor(nowMs / dayMs);
  // Day 0 was a Thursday, and a week belongs to the year that has its Thursday.
  const thursday = day + 3 - ((day + 3) % 7);
  const newYear = Date.UTC(new Date(thursday * dayMs).getUTCFullYear(), 0, 1) / dayMs;
  return Math.floor((thursday - newYear) / 7) + 1;
}
