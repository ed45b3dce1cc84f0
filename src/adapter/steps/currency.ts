/** How replies are read whose bids each name a currency (bidders, `decode`). */
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
 * A reply has one currency, that of the first bid that names one, in any case: a bid in another, or in none, is dropped with a
 * problem. A word that is no currency counts for its own bid alone. What could not be read is told first.
 */
export function inOneCurrency<T extends CurrencyBid>(
  read: readonly (T | Refusal)[],
): { cur: string; bids: T[]; problems: Problem[] } {
  const { good: bids, problems } = apart(read);
  const cur = bids.find((one) => isCurrency(one.cur))?.cur.toUpperCase() ?? '';
  const kept = bids.filter((one) => {
    if (one.cur.toUpperCase() === cur) return true;
    const why = one.cur === '' || isCurrency(one.cur) ? `the first one in ${shown(cur)}` : 'which is no currency';
    problems.push({ code: errorCode.badServerResponse, message: `a bid is in ${shown(one.cur)}, ${why}` });
    return false;
  });
  return { cur, bids: kept, problems };
}

function shown(cur: string): string {
  return JSON.stringify(cur.slice(0, 10));
}
