/**
 * Composes the floors that an auction's rules set: for its imps and, where rules name bidders, for single bidders on them
 * (implementation B 9 'Floors').
 */
import type { ContextFloor } from '../../src/auction/context-imp.ts';
import type { RateOf } from '../../src/money/convert.ts';
import type { FloorRules } from '../../src/money/floor-rules.ts';
import type { FloorKeys, FloorRule } from '../../src/money/floor-tree.ts';
import { floorCurrency, type Imp } from '../../src/openrtb/imp.ts';
import { withChanges } from '../../src/openrtb/with-changes.ts';
import type { ChosenFloors } from '../../src/stages/prepare/choose-floors.ts';
import { readFloorKeys, type FloorScene } from '../../src/stages/prepare/read-floor-keys.ts';
import { setFloor, type FloorPrice } from '../../src/stages/prepare/set-floor.ts';

/** What the floors depend on. `tell` reports what is wrong with the request's minimum, each time that it matters. */
interface RuledTerms extends Pick<ChosenFloors, 'currency'> {
  readonly rules: FloorRules;
  /** The floor where no rule matches an imp; undefined for none. */
  readonly standard: number | undefined;
  /** The minimum floor of an imp; undefined for none. */
  readonly leastOf: (imp: Imp) => FloorPrice | undefined;
  readonly rateOf: RateOf;
  readonly tell: (fault: string) => void;
}

/** A longer rule is not told, in characters: a request's rule may be as long as the request, and every bid would repeat it. */
const longestRule = 1000;

/** An imp with its floor, and the rule that set it, if one did and can be told. */
interface Floored {
  readonly imp: Imp;
  readonly rule: Pick<ContextFloor, 'rule' | 'ruleValue'> | undefined;
}

interface RuledImp extends Floored {
  readonly given: Imp;
  readonly keys: FloorKeys;
  readonly shared: FloorRule | undefined;
  /** By bidder name. */
  readonly own: Map<string, Floored>;
  /** Names of bidders whose form of the imp states a floor. */
  readonly stated: Set<string>;
}

/** The floors of one auction, as its rules set them. */
export class RuledFloors {
  readonly #terms: RuledTerms;
  /** Whether rules name bidders. */
  readonly isByBidder: boolean;
  readonly #imps = new Map<string, RuledImp>();

  constructor(terms: RuledTerms) {
    this.#terms = terms;
    this.isByBidder = terms.rules.fields.includes('bidder');
  }

  /** The imp with the floor that applies to every bidder. */
  set(given: Imp, scene: FloorScene): Imp {
    const { rules } = this.#terms;
    const keys = readFloorKeys(given, rules.fields, scene);
    const shared = rules.find(keys);
    const floored = this.#floored(given, shared);
    this.#imps.set(given.id ?? '', { ...floored, given, keys, shared, own: new Map(), stated: new Set() });
    return floored.imp;
  }

  /** Records that the bidder called `name` has this imp in a form that states a floor, which may happen to equal the imp's. */
  keepStated(imp: Imp, name: string): void {
    this.#ruled(imp)?.stated.add(name);
  }

  /**
   * An imp, or a bidder's form of it, with that bidder's own floor. The same object if that equals the imp's, or if the form states one.
   */
  ofBidder(form: Imp, name: string): Imp {
    const ruled = this.#ruled(form);
    if (ruled === undefined || !this.isByBidder || ruled.stated.has(name) || !hasSameFloor(form, ruled.imp))
      return form;
    const { bidfloor, bidfloorcur } = this.#own(ruled, name).imp;
    return withChanges(form, { bidfloor, bidfloorcur });
  }

  /** The rule that set the floor of this imp for the bidder called `name`; undefined if none did, or if it is too long to be told. */
  ruleOf(imp: Imp, name: string | undefined): Floored['rule'] {
    const ruled = this.#ruled(imp);
    if (ruled === undefined || (name !== undefined && ruled.stated.has(name))) return undefined;
    const set = name === undefined || !this.isByBidder ? ruled : this.#own(ruled, name);
    return hasSameFloor(imp, set.imp) ? set.rule : undefined;
  }

  #ruled({ id = '' }: Imp): RuledImp | undefined {
    return this.#imps.get(id);
  }

  #own(ruled: RuledImp, name: string): Floored {
    const { given, keys, shared, own } = ruled;
    const known = own.get(name);
    if (known !== undefined) return known;
    const rule = this.#terms.rules.findFor(name.toLowerCase(), keys, shared);
    const floored = rule === shared ? ruled : this.#floored(given, rule);
    own.set(name, floored);
    return floored;
  }

  #floored(given: Imp, rule: FloorRule | undefined): Floored {
    const { leastOf, tell, ...terms } = this.#terms;
    const { imp, fault } = setFloor(given, { ...terms, rule, least: leastOf(given) });
    if (fault !== undefined) tell(`floorMin: ${fault}`);
    return { imp, rule: rule && told(rule) };
  }
}

/** What bids and bidders show of the rule that set a floor. */
function told({ rule, value }: FloorRule): Floored['rule'] {
  return rule.length > longestRule ? undefined : { rule, ruleValue: value };
}

/** Whether both have the same floor. */
function hasSameFloor(one: Imp, other: Imp): boolean {
  return (one.bidfloor ?? 0) === (other.bidfloor ?? 0) && floorCurrency(one) === floorCurrency(other);
}
