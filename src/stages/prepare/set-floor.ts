/** Decides an imp's floor by the rules of its auction (Prebid Server, 'Floor Signaling'; implementations A 10, B 9 'Floors'). */
import { shownCurrency, type RateOf } from '../../money/convert.ts';
import { multiplyPrice } from '../../money/decimal.ts';
import type { FloorRule } from '../../money/floor-rules.ts';
import type { Imp } from '../../openrtb/imp.ts';

/** A price in a currency (capitals). */
export interface FloorPrice {
  readonly value: number;
  readonly cur: string;
}

/** What the rules say of one imp, and the least that its request wants for any. */
export interface ImpFloorTerms {
  readonly rule: FloorRule | undefined;
  /** The floor where no rule meets the imp; undefined for none. */
  readonly standard: number | undefined;
  /** Of the rules' floors. */
  readonly currency: string;
  /** Undefined for none. */
  readonly least: FloorPrice | undefined;
  readonly rateOf: RateOf;
}

/** The imp with its floor; the same where neither rule nor minimum says anything. `fault`: why its minimum is not kept. */
export function setFloor(imp: Imp, terms: ImpFloorTerms): { readonly imp: Imp; readonly fault?: string } {
  const { rule, standard, currency } = terms;
  const given = rule?.value ?? standard;
  if (given === undefined && (imp.bidfloor ?? 0) > 0) return { imp };
  const least = terms.least && leastIn(terms.least, terms);
  const fault =
    least === null
      ? `no rate converts ${shownCurrency(terms.least!.cur)} to ${shownCurrency(currency)}, so that it is not kept`
      : undefined;
  const value = Math.max(given ?? 0, least ?? 0);
  const floored = value > 0 ? { ...imp, bidfloor: value, bidfloorcur: currency } : imp;
  return fault === undefined ? { imp: floored } : { imp: floored, fault };
}

/** The minimum in the rules' currency, null where no rate leads there. */
function leastIn({ value, cur }: FloorPrice, { currency, rateOf }: ImpFloorTerms): number | null {
  const rate = rateOf(cur, currency);
  return rate === null ? null : cur === currency ? value : multiplyPrice(value, 1, rate);
}
