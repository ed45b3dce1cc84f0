/** Decides an imp's floor by the rules of its auction (Prebid Server, 'Floor Signaling'; implementations A 10, B 9 'Floors'). */
import { shownCurrency, type RateOf } from '../../money/convert.ts';
import { multiplyPrice } from '../../money/decimal.ts';
import type { FloorRule } from '../../money/floor-tree.ts';
import type { Imp } from '../../openrtb/imp.ts';

/** A price in a currency (capitals). */
export interface FloorPrice {
  readonly value: number;
  readonly cur: string;
}

/** What the rules say about one imp, and the minimum floor that its request sets. */
interface ImpFloorTerms {
  readonly rule: FloorRule | undefined;
  /** The floor where no rule matches the imp; undefined for none. */
  readonly standard: number | undefined;
  /** The currency of the rules' floors. */
  readonly currency: string;
  /** The minimum floor; undefined for none. */
  readonly least: FloorPrice | undefined;
  readonly rateOf: RateOf;
}

/**
 * The imp with its floor; the same imp where neither the rules nor the minimum set one, or where the rules set none and it has its own.
 * `fault`: why its minimum is not applied.
 */
export function setFloor(imp: Imp, terms: ImpFloorTerms): { readonly imp: Imp; readonly fault?: string } {
  const { rule, standard, currency } = terms;
  const given = rule?.value ?? standard;
  if (given === undefined && (imp.bidfloor ?? 0) > 0) return { imp };
  const { least, fault } = terms.least === undefined ? nothing : leastIn(terms.least, terms);
  const value = Math.max(given ?? 0, least);
  const floored = value > 0 ? { ...imp, bidfloor: value, bidfloorcur: currency } : imp;
  return fault === undefined ? { imp: floored } : { imp: floored, fault };
}

/** A minimum in the currency of the rules; `fault`: why it is 0. */
interface LeastFloor {
  readonly least: number;
  readonly fault?: string;
}

const nothing: LeastFloor = { least: 0 };

function leastIn({ value, cur }: FloorPrice, { currency, rateOf }: ImpFloorTerms): LeastFloor {
  if (cur === currency) return { least: value };
  const rate = rateOf(cur, currency);
  const least = rate && multiplyPrice(value, 1, rate);
  if (least !== null && least < Infinity) return { least };
  const [from, to] = [shownCurrency(cur), shownCurrency(currency)];
  const why = rate === null ? `no rate converts ${from} to ${to}` : `${value} ${from} is too large to convert to ${to}`;
  return { least: 0, fault: `${why}, so it is ignored` };
}
