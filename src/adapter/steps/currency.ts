/** Reads replies whose bids each name a currency (bidders, `decode`). */
import { errorCode, type Problem } from '../../errors.ts';
import { isCurrency } from '../../money/convert.ts';
import type { DecodedBid } from '../reply-steps.ts';
import type { Refusal } from '../refusal.ts';
import { apart } from './object-reply.ts';

/** A bid of a private protocol with the currency it names, '' for none. */
export interface CurrencyBid extends DecodedBid {
  readonly cur: string;
}

/**
 * Keeps the bids in the reply's currency, which is the first valid one that a bid names, in any case. A bid in another currency, an invalid
 * one or none is dropped with a problem. If no bid names a valid currency, `cur` is '' and only bids without a currency stay. Problems of
 * unreadable bids come first.
 */
export function inOneCurrency<T extends CurrencyBid>(
  read: readonly (T | Refusal)[],
): { cur: string; bids: T[]; problems: Problem[] } {
  const { good: bids, problems } = apart(read);
  const cur = bids.find((one) => isCurrency(one.cur))?.cur.toUpperCase() ?? '';
  const kept = bids.filter((one) => {
    if (one.cur.toUpperCase() === cur) return true;
    const why = one.cur === '' || isCurrency(one.cur) ? `the first one in ${shown(cur)}` : 'which is not a currency';
    problems.push({ code: errorCode.badServerResponse, message: `a bid is in ${shown(one.cur)}, ${why}` });
    return false;
  });
  return { cur, bids: kept, problems };
}

function shown(cur: string): string {
  return JSON.stringify(cur.slice(0, 10));
}
