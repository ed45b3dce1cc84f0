/**
 * Composes what bids cost in the ad server's currency, and which are dropped for that (decisions, 'Price arithmetic'; implementations A
 * 2.1, B 4, `bidadjustments`; floors).
 */
import type { AuctionContext, ContextBidder } from '../../src/auction/context.ts';
import type { ImpTerms } from '../../src/auction/context-imp.ts';
import { errorCode } from '../../src/errors.ts';
import { compileFactors, factorType, type Factors } from '../../src/money/adjust.ts';
import { compileSteps } from '../../src/money/adjustment-steps.ts';
import {
  adjustedType,
  compileAdjustments,
  type AdjustmentRules,
  type AdjustmentStep,
} from '../../src/money/bid-adjustments.ts';
import { noRate, rateFinder, type RateOf, type Rates } from '../../src/money/convert.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import { once } from '../../src/openrtb/once.ts';
import { adjustPrice, type Adjustment } from '../../src/stages/settle/adjust-price.ts';
import { floorRejectionOf, type Rejection } from './reject-bid.ts';

/** What a bid's price depends on besides the bid; `from` is its currency in capitals. */
interface PriceFacts {
  readonly bidder: ContextBidder;
  readonly type: MediaType;
  readonly from: string;
  readonly impTerms: ImpTerms;
}

/** More characters than any currency's code has: a longer one, which each of a reply's bids would repeat, is no currency. */
const longestCurrency = 32;

/** Prices the bids of one auction. */
export class BidPricer {
  readonly #context: AuctionContext;
  readonly #factors: Factors;
  readonly #rateOf: RateOf;
  readonly #adjust: Adjuster | undefined;

  constructor(context: AuctionContext, hostRates: Rates | undefined) {
    this.#context = context;
    this.#factors = compileFactors(context.svc['bidadjustmentfactors']);
    this.#rateOf = rateFinder(context.svc['currency'], hostRates);
    this.#adjust = adjusterOf(context, this.#rateOf);
  }

  /** The price of `bid`, or why it does not take part. */
  price(bid: JsonObject, { bidder, type, from, impTerms }: PriceFacts): number | Rejection {
    const { cur, floored } = this.#context;
    if (from.length > longestCurrency) return withoutRate(noRate(from, cur));
    const { outstream, accompanying, floor } = impTerms;
    const stated = bid['price'] as number;
    const adjustment = this.#adjust?.(bid, bidder, adjustedType(type, outstream || accompanying === true));
    const terms = { from, to: cur, rate: this.#rateOf(from, cur), adjustment };
    const adjusted = adjustPrice(stated, this.#factorOf(bidder, factorType(type, outstream)), terms);
    if (adjusted.fault !== undefined) return withoutRate(adjusted.fault);
    const { price } = adjusted;
    if (price === 0 && stated > 0 && !bid['dealid']) {
      const message = `bid ${quoted(bid['id'] as string)} is worth nothing after adjustment`;
      return { reason: 'price', error: { code: errorCode.badServerResponse, message } };
    }
    if (floored === undefined || floor === undefined) return price;
    return floorRejectionOf(bid, { floored, floor, price, cur, rateOf: this.#rateOf }) ?? price;
  }

  /** A seat that only stored responses name is no bidder here: a factor for it is ignored, as the first hop has warned. */
  #factorOf({ name, core, configured }: ContextBidder, type: string): number {
    return configured === '' ? 1 : this.#factors(type, name, core);
  }
}

function withoutRate(message: string): Rejection {
  return { reason: 'currency', error: { code: errorCode.unknown, message } };
}

/**
 * Returns the adjustment of a bid's price by the request's rules, else the account's, undefined for none; `type` is from `adjustedType`.
 */
type Adjuster = (bid: JsonObject, bidder: ContextBidder, type: string) => Adjustment | undefined;

/** Compiles the rules of an auction; undefined for one that has none. */
function adjusterOf({ svc, bidAdjustments, cur }: AuctionContext, rateOf: RateOf): Adjuster | undefined {
  const stepsOf = compileAdjustments([svc['bidadjustments'] as AdjustmentRules | undefined, bidAdjustments]);
  if (stepsOf === undefined) return undefined;
  const compiled = once((steps: readonly AdjustmentStep[]) => compileSteps(steps, cur, rateOf));
  return ({ dealid }, bidder, type) => {
    const deal = typeof dealid === 'string' ? dealid : '';
    const steps = stepsOf({ type, names: namesOf(bidder), dealid: deal });
    return steps === undefined || steps.length === 0 ? undefined : { steps: compiled(steps), hasDeal: deal !== '' };
  };
}

/** No names for a seat that only stored responses name: rules for it are ignored, but not those for all bidders. */
function namesOf({ name, core, configured }: ContextBidder): readonly string[] {
  if (configured === '') return [];
  return name === core ? [name] : [name, core];
}
