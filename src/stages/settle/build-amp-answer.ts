/** Decides what an AMP page gets as its answer (implementation A 6, AMP; decisions, 'AMP'). */
import { own, setOwn, type JsonObject } from '../../openrtb/json-object.ts';
import { nodeAt } from '../../openrtb/node-at.ts';

/** Members of the response's `ext` that a page receives. */
const shownMembers = ['errors', 'warnings', 'debug', 'seatnonbid'];

/**
 * The ad-server keys of `cachedBids` in one object, and what went wrong. Only cached bids count, because a page can only show what it can
 * fetch from the cache. They are bids of `response`; a later bid's keys replace an earlier one's.
 */
export function buildAmpAnswer(response: JsonObject, cachedBids: readonly JsonObject[], namespace: string): JsonObject {
  const targeting: { [key: string]: unknown } = {};
  for (const bid of cachedBids) {
    const keys = nodeAt(bid, ['ext', namespace, 'targeting']) ?? {};
    for (const [key, value] of Object.entries(keys)) setOwn(targeting, key, value);
  }
  const all = response['ext'] as JsonObject;
  const shown = [...shownMembers, namespace].filter((key) => own(all, key) !== undefined);
  return { targeting, ortb2: { ext: Object.fromEntries(shown.map((key) => [key, all[key]])) } };
}
