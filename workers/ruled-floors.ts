/** Composes the floors that the rules of an auction set: of its imps, and of single bidders on them where rules name bidders (implementation B 9 'Floors'). */
import type { ContextFloor } from '../src/auction/context-imp.ts';
import type { RateOf } from '../src/money/convert.ts';
import type { FloorKeys, FloorRules } from '../src/money/floor-rules.ts';
import type { FloorRule } from '../src/money/floor-tree.ts';
import { floorCurrency, type Imp } from '../src/openrtb/imp.ts';
import { withChanges } from '../src/openrtb/with-changes.ts';
import type { ChosenFloors } from '../src/stages/prepare/choose-floors.ts';
import { readFloorKeys, type FloorScene } from '../src/stages/prepare/read-floor-keys.ts';
import { setFloor, type FloorPrice } from '../src/stages/prepare/set-floor.ts';

/** What the rules are followed by. `tell` hears what is wrong with the request's minimum, as often as it matters. */
export interface RuledTerms extends Pick<ChosenFloors, 'currency'> {
  readonly rules: FloorRules;
  /** The floor where no rule meets an imp; undefined for none. */
  readonly standard: number | undefined;
  /** The least that the imp may have; undefined for any. */
  readonly leastOf: (imp: Imp) => FloorPrice | undefined;
  readonly rateOf: RateOf;
  readonly tell: (fault: string) => void;
}

/** An imp with its floor; `rule` says so, if one does. */
interface Floored {
  readonly imp: Imp;
  readonly rule: Pick<ContextFloor, 'rule' | 'ruleValue'> | undefined;
}

interface RuledImp extends Floored {
  readonly given: Imp;
  readonly keys: FloorKeys;
  readonly found: FloorRule | undefined;
  /** By the name of a bidder. */
  readonly own: Map<string, Floored>;
  /** Names of bidders whose form of the imp states a floor. */
  readonly stated: Set<string>;
}

/** The floors of one auction, as its rules have them. */
export class RuledFloors {
  readonly #terms: RuledTerms;
  /** Rules name bidders. */
  readonly isByBidder: boolean;
  readonly #imps = new Map<string, RuledImp>();

  constructor(terms: RuledTerms) {
    this.#terms = terms;
    this.isByBidder = terms.rules.fields.includes('bidder');
  }

  /** The imp with the floor that holds for whoever bids. */
  set(given: Imp, scene: FloorScene): Imp {
    const { rules } = this.#terms;
    const keys = readFloorKeys(given, rules.fields, scene);
    const found = rules.find(keys);
    const floored = this.#floored(given, found);
    this.#imps.set(given.id ?? '', { ...floored, given, keys, found, own: new Map(), stated: new Set() });
    return floored.imp;
  }

  /** Takes note that the bidder called `name` has this imp in a form that states a floor, which may be the imp's by chance. */
  keepStated(imp: Imp, name: string): void {
    this.#ruled(imp)?.stated.add(name);
  }

  /** An imp, or a bidder's form of it, with that bidder's own floor. The same object where that is the imp's, or the form states one. */
  ofBidder(form: Imp, name: string): Imp {
    const ruled = this.#ruled(form);
    if (ruled === undefined || !this.isByBidder || ruled.stated.has(name) || !hasSameFloor(form, ruled.imp))
      return form;
    const { bidfloor, bidfloorcur } = this.#own(ruled, name).imp;
    return withChanges(form, { bidfloor, bidfloorcur });
  }

  /** The rule that has set the floor of this imp, as the bidder called `name` has it; undefined if none has. */
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
    const { given, keys, found, own } = ruled;
    const known = own.get(name);
    if (known !== undefined) return known;
    const rule = this.#terms.rules.findFor(name.toLowerCase(), keys, found);
    const floored = rule === found ? ruled : this.#floored(given, rule);
    own.set(name, floored);
    return floored;
  }

  #floored(given: Imp, rule: FloorRule | undefined): Floored {
    const { leastOf, tell, ...terms } = this.#terms;
    const { imp, fault } = setFloor(given, { ...terms, rule, least: leastOf(given) });
    if (fault !== undefined) tell(`floorMin: ${fault}`);
    return { imp, rule: rule && { rule: rule.rule, ruleValue: rule.value } };
  }
}

/** Whether both have the same floor. */
function hasSameFloor(one: Imp, other: Imp): boolean {
  return (one.bidfloor ?? 0) === (other.bidfloor ?? 0) && floorCurrency(one) === floorCurrency(other);
}
