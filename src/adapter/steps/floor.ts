/** Steps that set or convert the floor of an imp (bidders, `floorIn`). */
import { multiplyPrice } from '../../money/decimal.ts';
import { floorCurrency } from '../../openrtb/imp.ts';
import type { AuctionFacts } from '../contract.ts';
import type { ImpStep } from '../call-steps.ts';
import { refuse, Refusal } from '../refusal.ts';

/** A price in another currency, as exact as prices are (decisions, 'Price arithmetic'), or a refusal that names the pair. Currencies in any case; '' is USD. */
export function convert(
  price: number,
  [from, to]: readonly [string, string],
  { rateOf }: AuctionFacts,
): number | Refusal {
  const rate = rateOf(from || 'USD', to);
  if (rate === null) return refuse(`Currency conversion rate not found: '${from}' => '${to}'`);
  const converted = multiplyPrice(price, 1, rate);
  return converted < Infinity
    ? converted
    : refuse(`the floor ${price} ${from || 'USD'} is too large to convert to ${to}`);
}

/** Converts a floor into `cur`; a floor without currency is in USD. No rate: the imp is refused. */
export function floorIn(cur: string): ImpStep<unknown> {
  return ({ bidfloor = 0, bidfloorcur = '' }, { auction }) => {
    if (bidfloor <= 0 || floorCurrency({ bidfloorcur }) === cur) return null;
    const converted = convert(bidfloor, [bidfloorcur, cur], auction);
    return typeof converted === 'number' ? { bidfloor: converted, bidfloorcur: cur } : converted;
  };
}

/** As `floorIn`; but without a rate the floor stays, and the imp is offered all the same. */
export function floorInIfRate(cur: string): ImpStep<unknown> {
  const converted = floorIn(cur);
  return (imp, c) => {
    const made = converted(imp, c);
    return made instanceof Refusal ? null : made;
  };
}

/** The floor from the params when it is above 0; `cur` is its currency where that is known. `when` it replaces the imp's own: where that is none, lower, or always. */
export function floorOf<P>(
  of: (params: P) => number | undefined,
  { cur, when = 'always' }: { readonly cur?: string; readonly when?: 'always' | 'ifNone' | 'ifHigher' } = {},
): ImpStep<P> {
  return ({ bidfloor = 0 }, { params }) => {
    const floor = of(params) ?? 0;
    if (
      !(floor > 0 && floor < Infinity) ||
      (when === 'ifNone' && bidfloor > 0) ||
      (when === 'ifHigher' && floor <= bidfloor)
    )
      return null;
    return { bidfloor: floor, ...(cur !== undefined && { bidfloorcur: cur }) };
  };
}
