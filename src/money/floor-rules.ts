/** Decides which floor a set of rules has for an imp: that of the most specific rule (Prebid, 'Rule Selection Process'; B 9 'Floors'). */
import type { FloorGroup } from '../openrtb/svc-floors.ts';
import { compileFloorTree, rankOf, wildcard, type FloorKeys, type FloorRule } from './floor-tree.ts';

/** The names that `schema.fields` may contain. */
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
/** A name from `schema.fields`. */
export type FloorField = (typeof floorFields)[number];

type Find = (keys: FloorKeys) => FloorRule | undefined;

/** A compiled set of rules. */
export interface FloorRules {
  readonly fields: readonly FloorField[];
  /**
   * The rule for an imp, whoever bids.
   * `keys` are the imp's values for each of `fields`, in lower case, usually one each; none for `bidder`.
   */
  readonly find: Find;
  /** The rule for the imp when the bidder `name` (in lower case) bids; `shared` is the result of `find` for the same `keys`. */
  readonly findFor: (name: string, keys: FloorKeys, shared: FloorRule | undefined) => FloorRule | undefined;
  /** The names of rules that no imp can match, or whose floor is below 0. */
  readonly unfit: readonly string[];
}

/** What is wrong with a group's fields, as text to follow its path; undefined when the fields can be compiled. */
export function floorFieldsFault(names: readonly string[]): string | undefined {
  if (names.length === 0) return 'schema.fields names no field: give one or more';
  for (const [at, name] of names.entries()) {
    const path = `schema.fields[${at}]`;
    if (!floorFields.includes(name as FloorField))
      return `${path} is not a floors field: use ${floorFields.join(', ')}`;
    if (names.indexOf(name) < at) return `${path} repeats another field: keep one`;
  }
  return undefined;
}

/**
 * Up to this many candidate rules are looked up one by one, if the set has several times as many:
 * building the tree takes two to four times as long.
 */
const mostCandidates = 128;
const rulesPerCandidate = 4;

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
  // One search per bidder: otherwise each bidder's search on each imp would go through the rules for all bidders.
  const byBidder = Map.groupBy(rules, ([rule]) => rule.split(delimiter)[place]!);
  const searches = new Map([...byBidder].map(([name, ofBidder]) => [name, searchIn(new Map(ofBidder), delimiter)]));
  return {
    fields,
    find: (keys) => searches.get(wildcard)?.(keys),
    findFor: (name, keys, shared) => {
      const own = searches.get(name)?.(keys.with(place, [name]));
      if (own === undefined || shared === undefined) return own ?? shared;
      return rankOfRule(own, delimiter) < rankOfRule(shared, delimiter) ? own : shared;
    },
    unfit,
  };
}

function searchIn(rules: ReadonlyMap<string, number>, delimiter: string): Find {
  let inTree: Find | undefined;
  return (given) => {
    const keys = given.map((ofField) => [...ofField.filter((key) => key !== wildcard), wildcard]);
    const candidates = keys.reduce((product, ofField) => product * ofField.length, 1);
    // A key that contains a one-character delimiter makes a name with too many parts, which no rule has. A longer delimiter can also arise
    // where a key meets its neighbour.
    const isQuick =
      candidates <= mostCandidates && candidates * rulesPerCandidate <= rules.size && delimiter.length === 1;
    if (isQuick) return new LookUps(rules, keys, delimiter).from('', 0, 0);
    return (inTree ??= compileFloorTree(rules, delimiter))(keys);
  };
}

/** The rank of a rule's wildcards: the lower, the more specific the rule. */
function rankOfRule({ rule }: FloorRule, delimiter: string): number {
  return rule.split(delimiter).reduce((sum, part, place) => (part === wildcard ? sum + rankOf(place) : sum), 0);
}

/** The number of parts that `split` would make, without making them: there may be thousands of rules, most of which never match. */
function countParts(rule: string, delimiter: string): number {
  let parts = 1;
  for (let at = rule.indexOf(delimiter); at >= 0; at = rule.indexOf(delimiter, at + delimiter.length)) parts++;
  return parts;
}

/** Looks up each rule that would match an imp, skipping those that cannot beat the best so far. */
class LookUps {
  readonly #rules: ReadonlyMap<string, number>;
  readonly #keys: FloorKeys;
  readonly #delimiter: string;
  #best: FloorRule | undefined;
  #least = Infinity;

  constructor(rules: ReadonlyMap<string, number>, keys: FloorKeys, delimiter: string) {
    this.#rules = rules;
    this.#keys = keys;
    this.#delimiter = delimiter;
  }

  /** `prefix` is the joined values of the fields before `place`, `rank` the rank of its wildcards. */
  from(prefix: string, place: number, rank: number): FloorRule | undefined {
    for (const key of this.#keys[place]!) {
      const ranked = key === wildcard ? rank + rankOf(place) : rank;
      if (ranked >= this.#least) continue;
      const rule = prefix + key;
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
