/** Steps that set or convert the floor of an imp (bidders, `floorIn`). */
import { multiplyPrice } from '../../money/decimal.ts';
import { floorCurrency } from '../../openrtb/imp.ts';
import type { AuctionFacts } from '../contract.ts';
import type { ImpStep } from '../call-steps.ts';
import { refuse, Refusal } from '../refusal.ts';

/**
 * Converts a floor, rounded like all prices (decisions, 'Price arithmetic'). Returns a refusal that names both currencies if there is no
 * rate, or if the result is too large. Currencies may be in any case; '' is USD.
 */
export function convertFloor(
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

/** Converts a floor to `cur`; a floor without currency is in USD. Without a rate the imp is refused. */
export function floorIn(cur: string): ImpStep<unknown> {
  return ({ bidfloor = 0, bidfloorcur = '' }, { auction }) => {
    if (bidfloor <= 0 || floorCurrency({ bidfloorcur }) === cur) return null;
    const converted = convertFloor(bidfloor, [bidfloorcur, cur], auction);
    return typeof converted === 'number' ? { bidfloor: converted, bidfloorcur: cur } : converted;
  };
}

/** As `floorIn`, but without a rate the floor stays as it is and the imp is still offered. */
export function floorInIfRate(cur: string): ImpStep<unknown> {
  const converted = floorIn(cur);
  return (imp, c) => {
    const made = converted(imp, c);
    return made instanceof Refusal ? null : made;
  };
}

/**
 * Sets the floor from the params if it is above 0, in `cur` if that is given. `when` says whether it replaces the imp's own floor: always,
 * only if there is none, or only if it is higher.
 */
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
