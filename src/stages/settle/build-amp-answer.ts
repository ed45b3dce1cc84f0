/** Decides what an AMP page is answered (implementation A 6, AMP; decisions, 'AMP'). */
import { isObject, own, setOwn, type JsonObject } from '../../openrtb/merge-patch.ts';

/** Members of the response's `ext` that a page gets. */
const shownMembers = ['errors', 'warnings', 'debug', 'seatnonbid'];

/**
 * The ad-server keys of `cachedBids` in one object, and what went wrong: a page can only show what it can fetch from the
 * cache. They are bids of `response`, a later one's keys going before an earlier one's.
 */
export function buildAmpAnswer(response: JsonObject, cachedBids: readonly JsonObject[], namespace: string): JsonObject {
  const targeting: { [key: string]: unknown } = {};
  for (const bid of cachedBids) {
    const keys = member(member(member(bid, 'ext'), namespace), 'targeting') ?? {};
    for (const key of Object.keys(keys)) setOwn(targeting, key, keys[key]);
  }
  const all = member(response, 'ext') ?? {};
  const ext = Object.fromEntries(
    [...shownMembers, namespace].flatMap((key) => (own(all, key) === undefined ? [] : [[key, all[key]]])),
  );
  return { targeting, ortb2: { ext } };
}

function member(object: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = own(object, key);
  return isObject(value) ? value : undefined;
}
