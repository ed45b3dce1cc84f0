/** Decides what a bid costs in the ad server's currency (decisions, 'Price arithmetic'). */
import { sameCurrency, shownCurrency, type Rate } from '../../money/convert.ts';
import { multiplyPrice } from '../../money/decimal.ts';

/** What one bidder's prices go through: `rate` turns `from` into `to` and is null when there is none. */
export interface PriceTerms {
  readonly from: string;
  readonly to: string;
  readonly rate: Rate | null;
}

/** The price, or one sentence about why there is none. */
export type AdjustedPrice = { readonly price: number; readonly fault?: never } | { readonly fault: string };

/**
 * The bidder's `price` × `factor`, converted, half-even at 6 decimals; the very same number when neither changes it.
 * A small price may become 0. A price that is negative or not finite, before or after, is a fault.
 */
export function adjustPrice(price: number, factor: number, terms: PriceTerms): AdjustedPrice {
  const { rate } = terms;
  if (rate === null)
    return { fault: `no rate to convert from ${shownCurrency(terms.from)} to ${shownCurrency(terms.to)}` };
  if (!(price >= 0 && price < Infinity)) return { fault: `price ${price} is not a usable price` };
  if (factor === 1 && rate === sameCurrency) return { price };
  const adjusted = multiplyPrice(price, factor, rate);
  if (adjusted === Infinity) return { fault: `price ${price} is too large to convert to ${shownCurrency(terms.to)}` };
  return { price: adjusted };
}
