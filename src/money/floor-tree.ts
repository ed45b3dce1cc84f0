/** Finds the floor rule for an imp where rules are few, or it could meet more than are looked up one by one (B 9 'Floors'). */

/** A rule by its name, in lower case, and its floor. */
export interface FloorRule {
  readonly rule: string;
  readonly value: number;
}

/** A rule's value that stands for any. */
export const any = '*';

/** A rule, or several that begin alike: then `next` has them by the first value in which they differ. */
interface Branch {
  /** The values of one of them. */
  readonly parts: readonly string[];
  /** So many of these they have in common. */
  readonly to: number;
  readonly next?: Map<string, Branch>;
  readonly leaf?: FloorRule;
}

type Fork = Branch & Required<Pick<Branch, 'next'>>;

/** The search among `rules`, which have as many parts as `keys` will have: those hold the wildcard behind the others. */
export function compileFloorTree(
  rules: ReadonlyMap<string, number>,
  delimiter: string,
): (keys: readonly (readonly string[])[]) => FloorRule | undefined {
  const root: Fork = { parts: [], to: 0, next: new Map() };
  for (const [rule, value] of rules) {
    const parts = rule.split(delimiter);
    plant(root, { parts, to: parts.length, leaf: { rule, value } });
  }
  return (keys) => new Search(keys).from(root);
}

/** Puts a rule where it differs from all others, so that as many maps are made as there are rules at most. Of equal ones the first counts. */
function plant(root: Fork, one: Branch): void {
  const { parts } = one;
  let fork = root;
  for (;;) {
    const key = parts[fork.to]!;
    const branch = fork.next.get(key);
    if (branch === undefined) return void fork.next.set(key, one);
    let to = fork.to + 1;
    while (to < branch.to && branch.parts[to] === parts[to]) to++;
    if (to < branch.to) {
      const next = new Map([branch, one].map((either) => [either.parts[to]!, either]));
      return void fork.next.set(key, { parts, to, next });
    }
    if (branch.next === undefined) return;
    fork = branch as Fork;
  }
}

/** More than there are fields. */
const mostPlaces = 16;

/** What a wildcard at a place adds to a rule's rank: each counts more than all places together, and the places in front more than those behind. */
export function rankOf(place: number): number {
  return 2 ** mostPlaces + 2 ** (mostPlaces - 1 - place);
}

/**
 * Walks the rules that meet an imp: the one of least rank is the best. Each branch is looked at once at most, so that what a search
 * costs is bounded by the rules there are.
 */
class Search {
  readonly #keys: readonly (readonly string[])[];
  #best: FloorRule | undefined;
  #least = Infinity;

  constructor(keys: readonly (readonly string[])[]) {
    this.#keys = keys;
  }

  /** `at`, `rank`: so many values have been looked at, and what their wildcards come to. */
  from({ parts, to, next, leaf }: Branch, at = 0, rank = 0): FloorRule | undefined {
    let ranked = rank;
    for (let place = at; place < to; place++) {
      if (parts[place] === any) ranked += rankOf(place);
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
