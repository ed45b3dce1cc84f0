/** How replies are read whose bids each name a currency (bidders, `decode`). */
import { errorCode, type Problem } from '../../errors.ts';
import type { DecodedBid } from '../definition.ts';

/** A bid of a private protocol with the currency it names, '' for none. */
export interface PricedBid extends DecodedBid {
  readonly cur: string;
}

/** A reply has one currency, that of the first bid that names any: a bid in another, or in none, is dropped with a problem. */
export function inOneCurrency<T extends PricedBid>(
  bids: readonly T[],
): { cur: string; bids: T[]; problems: Problem[] } {
  const cur = bids.find((one) => one.cur !== '')?.cur ?? '';
  const problems = bids.flatMap((one) => {
    const message = `a bid is in ${JSON.stringify(one.cur.slice(0, 10))}, the first one in ${JSON.stringify(cur.slice(0, 10))}`;
    return one.cur === cur ? [] : [{ code: errorCode.badServerResponse, message }];
  });
  return { cur, bids: bids.filter((one) => one.cur === cur), problems };
}
