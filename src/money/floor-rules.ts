/** Decides which floor a set of rules has for an imp: the rule that says most of it (Prebid, 'Rule Selection Process'; B 9 'Floors'). */
import type { FloorGroup } from '../openrtb/svc-floors.ts';

/** What a rule may ask for, in the words of `schema.fields`. */
export const floorFields = [
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
] as const;
/** One of them. */
export type FloorField = (typeof floorFields)[number];

/** A rule by its name, in lower case, and its floor. */
export interface FloorRule {
  readonly rule: string;
  readonly value: number;
}

/** A set of rules, ready to be asked. */
export interface FloorRules {
  readonly fields: readonly FloorField[];
  /** The rule for an imp of which `keys` are the values of each of `fields`, in lower case and mostly one. */
  readonly find: (keys: readonly (readonly string[])[]) => FloorRule | undefined;
  /** Rules that no imp can meet, or whose floor is below 0. */
  readonly unfit: readonly string[];
}

/** A rule's value that stands for any. */
const any = '*';

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

/** Compiles the rules of a group whose fields have no fault. */
export function compileFloorRules({ schema, values = {} }: FloorGroup): FloorRules {
  const fields = (schema?.fields ?? []) as readonly FloorField[];
  const delimiter = schema?.delimiter?.toLowerCase() || '|';
  const root: Fork = { parts: [], to: 0, next: new Map() };
  const unfit: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const rule = name.toLowerCase();
    const parts = rule.split(delimiter);
    if (parts.length !== fields.length || !(value >= 0)) unfit.push(name);
    else plant(root, { parts, to: parts.length, leaf: { rule, value } });
  }
  return { fields, find: (keys) => new Search(keys).from(root), unfit };
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

/** The rank of a rule by its wildcards: each counts more than all places together, and the places in front more than those behind. */
const wildcard = 2 ** floorFields.length;

/**
 * Walks the rules that meet an imp: the one of least rank is the best. Each branch is looked at once at most, so that what a search
 * costs is bounded by the rules there are.
 */
class Search {
  /** With the wildcard behind them. */
  readonly #keys: readonly (readonly string[])[];
  #best: FloorRule | undefined;
  #least = Infinity;

  constructor(keys: readonly (readonly string[])[]) {
    this.#keys = keys.map((ofField) => [...ofField.filter((key) => key !== any), any]);
  }

  /** `at`, `rank`: so many values have been looked at, and what their wildcards come to. */
  from({ parts, to, next, leaf }: Branch, at = 0, rank = 0): FloorRule | undefined {
    let ranked = rank;
    for (let place = at; place < to; place++) {
      if (parts[place] === any) ranked += wildcard + wildcard / 2 ** (place + 1);
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
