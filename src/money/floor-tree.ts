/**
 * Finds the floor rule for an imp where looking up candidates one by one does not pay: few rules, or too many candidates (B 9 'Floors').
 */

/** A rule's name, in lower case, and its floor. */
export interface FloorRule {
  readonly rule: string;
  readonly value: number;
}

/** An imp's values for each field of the rules. */
export type FloorKeys = readonly (readonly string[])[];

/** The value in a rule that matches anything. */
export const wildcard = '*';

/** One rule, or several that start with the same values: then `next` maps the first value in which they differ to a branch. */
interface Branch {
  /** The values of one of the rules. */
  readonly parts: readonly string[];
  /** How many leading values the rules share. */
  readonly to: number;
  readonly next?: Map<string, Branch>;
  readonly leaf?: FloorRule;
}

type Fork = Branch & Required<Pick<Branch, 'next'>>;

/** Compiles `rules` into a search. The rules have as many parts as `keys` will have; each key list ends with the wildcard. */
export function compileFloorTree(
  rules: ReadonlyMap<string, number>,
  delimiter: string,
): (keys: FloorKeys) => FloorRule | undefined {
  const root: Fork = { parts: [], to: 0, next: new Map() };
  for (const [rule, value] of rules) {
    const parts = rule.split(delimiter);
    plant(root, { parts, to: parts.length, leaf: { rule, value } });
  }
  return (keys) => new Search(keys).from(root);
}

/** Inserts a rule where it differs from all others, so that there are at most as many maps as rules. The first of equal rules wins. */
function plant(root: Fork, added: Branch): void {
  const { parts } = added;
  let fork = root;
  for (;;) {
    const key = parts[fork.to]!;
    const branch = fork.next.get(key);
    if (branch === undefined) return void fork.next.set(key, added);
    let to = fork.to + 1;
    while (to < branch.to && branch.parts[to] === parts[to]) to++;
    if (to < branch.to) {
      const next = new Map([branch, added].map((either) => [either.parts[to]!, either]));
      return void fork.next.set(key, { parts, to, next });
    }
    if (branch.next === undefined) return;
    fork = branch as Fork;
  }
}

/** An upper bound on the number of fields. */
const mostPlaces = 16;

/** What a wildcard at `place` adds to a rule's rank: more wildcards always add up to more; of equally many, earlier ones do. */
export function rankOf(place: number): number {
  return 2 ** mostPlaces + 2 ** (mostPlaces - 1 - place);
}

/**
 * Walks the rules that match an imp; the one with the lowest rank is the best.
 * Each branch is visited at most once, so the number of rules bounds the cost of a search.
 */
class Search {
  readonly #keys: FloorKeys;
  #best: FloorRule | undefined;
  #least = Infinity;

  constructor(keys: FloorKeys) {
    this.#keys = keys;
  }

  /** `at` is the number of values already checked, `rank` the rank of their wildcards. */
  from({ parts, to, next, leaf }: Branch, at = 0, rank = 0): FloorRule | undefined {
    let ranked = rank;
    for (let place = at; place < to; place++) {
      if (parts[place] === wildcard) ranked += rankOf(place);
      else if (!this.#keys[place]!.includes(parts[place]!)) return this.#best;
    }
    if (ranked >= this.#least) return this.#best;
    if (leaf !== undefined) {
      this.#best = leaf;
      this.#least = ranked;
    }
    if (next === undefined) return this.#best;
    for (const key of this.#keys[to]!) {
      const branch = next.get(key);
      if (branch !== undefined) this.from(branch, to, ranked);
    }
    return this.#best;
  }
}
