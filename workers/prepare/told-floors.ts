/**
 * Composes the floors that bidders are sent: the prices at which their bids reach the imps' floors (implementations A 1.7, step 5; B 4).
 */
import type { Bidder } from '../../src/adapter/contract.ts';
import type { AccountSettings } from '../../src/config/account-settings.ts';
import { compileFactors, factorType, type Factors } from '../../src/money/adjust.ts';
import { compileSteps, type CompiledSteps } from '../../src/money/adjustment-steps.ts';
import {
  adjustedType,
  compileAdjustments,
  type AdjustmentStep,
  type StepsOf,
} from '../../src/money/bid-adjustments.ts';
import type { RateOf } from '../../src/money/convert.ts';
import { shortened } from '../../src/money/fraction.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import { mediaTypes } from '../../src/openrtb/media-types.ts';
import { once } from '../../src/openrtb/once.ts';
import type { RequestSvc } from '../../src/openrtb/svc.ts';
import { isAccompanying, isOutstream } from '../../src/openrtb/video.ts';
import type { ChosenFloors } from '../../src/stages/prepare/choose-floors.ts';
import { signalFloor, type PriceWay } from '../../src/stages/prepare/signal-floor.ts';

/** What changes the prices of bids; `cur` is the ad server's currency. */
interface PriceRules {
  readonly svc: RequestSvc;
  readonly account: AccountSettings;
  readonly cur: string;
  readonly rateOf: RateOf;
  /** The imp with the floor of the bidder called `name`; the same object where that is the imp's. */
  readonly ofBidder: (imp: Imp, name: string) => Imp;
}

/** The floors of one auction as its bidders see them. */
export class ToldFloors {
  readonly #chosen: ChosenFloors;
  readonly #rules: PriceRules;
  readonly #factors: Factors;
  readonly #stepsOf: StepsOf | undefined;
  readonly #compiled;
  /** Bidders' names in lower case. */
  readonly #untold: ReadonlySet<string>;

  constructor(chosen: ChosenFloors, rules: PriceRules) {
    const { svc, account } = rules;
    this.#chosen = chosen;
    this.#rules = rules;
    this.#untold = new Set(chosen.untold.map((name) => name.toLowerCase()));
    this.#factors = compileFactors(svc.bidadjustmentfactors);
    this.#stepsOf = compileAdjustments([svc.bidadjustments, account.bidAdjustments]);
    this.#compiled = once((steps: readonly AdjustmentStep[]) =>
      shortenedSteps(compileSteps(steps, rules.cur, rules.rateOf)),
    );
  }

  /** What replaces the floor of an imp for the bidder called `name`; undefined for nothing. */
  own(imp: Imp, name: string, { core }: Bidder): Partial<Imp> | undefined {
    const { isSkipped, isAdjusted } = this.#chosen;
    if (isSkipped) return undefined;
    const isUntold = this.#untold.has('*') || this.#untold.has(name.toLowerCase());
    const { cur, rateOf, ofBidder } = this.#rules;
    const ofThisBidder = ofBidder(imp, name);
    const told = signalFloor(ofThisBidder, {
      isUntold,
      ways: isAdjusted ? this.#waysOf(imp, name, core) : asBid,
      cur,
      rateOf,
    });
    if (ofThisBidder === imp) return told;
    const { bidfloor, bidfloorcur } = ofThisBidder;
    return { bidfloor, bidfloorcur, ...told } as Partial<Imp>;
  }

  #waysOf(imp: Imp, name: string, core: string): PriceWay[] {
    const names = name === core ? [name] : [name, core];
    const types = mediaTypes.filter((type) => imp[type] !== undefined);
    return types.map((media) => {
      const isOut = isOutstream(imp.video);
      const type = adjustedType(media, isOut || isAccompanying(imp.video));
      const steps = this.#stepsOf?.({ type, names, dealid: '' });
      return { factor: this.#factors(factorType(media, isOut), name, core), steps: steps && this.#compiled(steps) };
    });
  }
}

/** Prices that nothing changes. */
const asBid: readonly PriceWay[] = [{ factor: 1, steps: undefined }];

/** Shortens the numbers of hostile steps, which have thousands of digits and would be computed with for each imp of each bidder. */
function shortenedSteps(steps: CompiledSteps): CompiledSteps {
  return steps.fault === undefined ? { ...steps, plus: shortened(steps.plus) } : steps;
}
