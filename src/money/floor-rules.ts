/** Decides which floor a set of rules has for an imp: the rule that says most of it (Prebid, 'Rule Selection Process'; B 9 'Floors'). */
import type { FloorGroup } from '../openrtb/svc-floors.ts';
import { compileFloorTree, rankOf, any, type FloorRule } from './floor-tree.ts';

/** What a rule may ask for, in the words of `schema.fields`. */
const floorFields = [
  'siteDomain',
  'pubDomain',
  'domain',
  'bundle',
  'channel',
  'mediaType',
  'size',
  'gptSlot',
  'pbAdSlot',
  'adUnitCode',
  'country',
  'deviceType',
  'bidder',
] as const;
/** One of them. */
export type FloorField = (typeof floorFields)[number];

/** What an imp has for each field of a rule. */
export type FloorKeys = readonly (readonly string[])[];
type Find = (keys: FloorKeys) => FloorRule | undefined;

/** A set of rules, ready to be asked. */
export interface FloorRules {
  readonly fields: readonly FloorField[];
  /** The rule for an imp, whoever bids. `keys` are its values of each of `fields`, in lower case and mostly one; of `bidder` it has none. */
  readonly find: Find;
  /** The rule for this imp where the bidder called `name` (in lower case) bids; `shared` is what `find` gives for the same `keys`. */
  readonly findFor: (name: string, keys: FloorKeys, shared: FloorRule | undefined) => FloorRule | undefined;
  /** Rules that no imp can meet, or whose floor is below 0. */
  readonly unfit: readonly string[];
}

/** What is wrong with a group's fields, to follow its path; undefined when they are fit to be compiled. */
export function floorFieldsFault(names: readonly string[]): string | undefined {
  if (names.length === 0) return 'schema.fields names no field: give one or more';
  for (const [at, name] of names.entries()) {
    const path = `schema.fields[${at}]`;
    if (!floorFields.includes(name as FloorField))
      return `${path} is no field that floors have: use ${floorFields.join(', ')}`;
    if (names.indexOf(name) < at) return `${path} repeats another: keep one`;
  }
  return undefined;
}

/** So many ways to put a rule together are looked up one by one, where there are several times as many rules: to make their tree takes two to four times as long. */
const mostWays = 128;
const rulesForEachWay = 4;

/** Compiles the rules of a group whose fields have no fault. */
export function compileFloorRules({ schema, values = {} }: FloorGroup): FloorRules {
  const fields = (schema?.fields ?? []) as readonly FloorField[];
  const delimiter = schema?.delimiter?.toLowerCase() || '|';
  const rules = new Map<string, number>();
  const unfit: string[] = [];
  for (const name of Object.keys(values)) {
    const value = values[name]!;
    const rule = name.toLowerCase();
    if (countParts(rule, delimiter) !== fields.length || !(value >= 0)) unfit.push(name);
    else if (!rules.has(rule)) rules.set(rule, value);
  }
  const place = fields.indexOf('bidder');
  if (place < 0) return { fields, find: searchIn(rules, delimiter), findFor: (_name, _keys, shared) => shared, unfit };
  // Those of each bidder apart: else each bidder's search on each imp would go through the rules that are for all.
  const apart = Map.groupBy(rules, ([rule]) => rule.split(delimiter)[place]!);
  const searches = new Map([...apart].map(([name, own]) => [name, searchIn(new Map(own), delimiter)]));
  return {
    fields,
    find: (keys) => searches.get(any)?.(keys),
    findFor: (name, keys, shared) => {
      const own = searches.get(name)?.(keys.with(place, [name]));
      if (own === undefined || shared === undefined) return own ?? shared;
      return wildnessOf(own, delimiter) < wildnessOf(shared, delimiter) ? own : shared;
    },
    unfit,
  };
}

function searchIn(rules: ReadonlyMap<string, number>, delimiter: string): Find {
  let inTree: Find | undefined;
  return (given) => {
    const keys = given.map((ofField) => [...ofField.filter((key) => key !== any), any]);
    const ways = keys.reduce((product, ofField) => product * ofField.length, 1);
    // A key that has a delimiter of one character makes too many parts; one of several could hide behind its neighbours.
    const isQuick = ways <= mostWays && ways * rulesForEachWay <= rules.size && delimiter.length === 1;
    if (isQuick) return new LookUps(rules, keys, delimiter).from('', 0, 0);
    return (inTree ??= compileFloorTree(rules, delimiter))(keys);
  };
}

/** What the wildcards of a rule come to. */
function wildnessOf({ rule }: FloorRule, delimiter: string): number {
  return rule.split(delimiter).reduce((sum, part, place) => (part === any ? sum + rankOf(place) : sum), 0);
}

/** As many as `split` would make, without making them: there may be thousands of rules, most of which are never met. */
function countParts(rule: string, delimiter: string): number {
  let parts = 1;
  for (let at = rule.indexOf(delimiter); at >= 0; at = rule.indexOf(delimiter, at + delimiter.length)) parts++;
  return parts;
}

/** Looks up each rule that would meet an imp, as far as it would be better than the best so far. */
class LookUps {
  readonly #rules: ReadonlyMap<string, number>;
  readonly #keys: readonly (readonly string[])[];
  readonly #delimiter: string;
  #best: FloorRule | undefined;
  #least = Infinity;

  constructor(rules: ReadonlyMap<string, number>, keys: readonly (readonly string[])[], delimiter: string) {
    this.#rules = rules;
    this.#keys = keys;
    this.#delimiter = delimiter;
  }

  /** `begun` are the values of the fields before `place`, and `rank` what their wildcards come to. */
  from(begun: string, place: number, rank: number): FloorRule | undefined {
    for (const key of this.#keys[place]!) {
      const ranked = key === any ? rank + rankOf(place) : rank;
      if (ranked >= this.#least) continue;
      const rule = begun + key;
      if (place + 1 < this.#keys.length) this.from(rule + this.#delimiter, place + 1, ranked);
      else this.#note(rule, ranked);
    }
    return this.#best;
  }

  #note(rule: string, rank: number): void {
    const value = this.#rules.get(rule);
    if (value === undefined) return;
    this.#best = { rule, value };
    this.#least = rank;
  }
}
