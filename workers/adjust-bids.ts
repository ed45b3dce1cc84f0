/** Composes which steps adjust a bid's price: the request's rules, else the account's (implementations A 2.1, B 4, `bidadjustments`). */
import type { AuctionContext, ContextBidder } from '../src/auction/context.ts';
import { compileSteps } from '../src/money/adjustment-steps.ts';
import {
  adjustedType,
  compileAdjustments,
  type AdjustmentRules,
  type AdjustmentStep,
} from '../src/money/bid-adjustments.ts';
import type { RateOf } from '../src/money/convert.ts';
import type { JsonObject } from '../src/openrtb/merge-patch.ts';
import { once } from '../src/openrtb/once.ts';
import type { Adjustment } from '../src/stages/settle/adjust-price.ts';

/** What is done to the price of a bid, `type` from `factorType`; undefined for nothing. */
export type Adjuster = (bid: JsonObject, bidder: ContextBidder, type: string) => Adjustment | undefined;

/** Compiles the rules of an auction; undefined for one that has none. */
export function adjusterOf({ svc, bidAdjustments, cur }: AuctionContext, rateOf: RateOf): Adjuster | undefined {
  const asked = svc['bidadjustments'] as AdjustmentRules | undefined;
  if (asked === undefined && bidAdjustments === undefined) return undefined;
  const stepsOf = compileAdjustments([asked, bidAdjustments].filter((rules) => rules !== undefined));
  const compiled = once((steps: readonly AdjustmentStep[]) => compileSteps(steps, cur, rateOf));
  return ({ dealid }, bidder, type) => {
    const deal = typeof dealid === 'string' ? dealid : '';
    const steps = stepsOf({ type: adjustedType(type), names: namesOf(bidder), dealid: deal });
    return steps === undefined || steps.length === 0 ? undefined : { steps: compiled(steps), hasDeal: deal !== '' };
  };
}

/** A seat that only stored responses name is no bidder here: rules for it are ignored, as the first hop has warned, but not those for all. */
function namesOf({ name, core, configured }: ContextBidder): readonly string[] {
  if (configured === '') return [];
  return name === core ? [name] : [name, core];
}
