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

/** The rules that begin alike, by their next value. */
interface Branch {
  readonly next: Map<string, Branch>;
  leaf?: FloorRule;
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

/** Compiles the rules of a group whose fields have no fault. */
export function compileFloorRules({ schema, values = {} }: FloorGroup): FloorRules {
  const fields = (schema?.fields ?? []) as readonly FloorField[];
  const root: Branch = { next: new Map() };
  const unfit: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const rule = name.toLowerCase();
    const parts = rule.split(schema?.delimiter || '|');
    if (parts.length !== fields.length || !(value >= 0)) unfit.push(name);
    else plant(root, parts, { rule, value });
  }
  return { fields, find: (keys) => new Search(keys).from(root), unfit };
}

/** Of rules that differ by case alone, the first counts. */
function plant(root: Branch, parts: readonly string[], leaf: FloorRule): void {
  let branch = root;
  for (const part of parts) {
    let next = branch.next.get(part);
    if (next === undefined) branch.next.set(part, (next = { next: new Map() }));
    branch = next;
  }
  branch.leaf ??= leaf;
}

/** The rank of a rule by its wildcards: each counts more than all places together, and the places in front more than those behind. */
const wildcard = 2 ** floorFields.length;

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

  from({ leaf, next }: Branch, at = 0, rank = 0): FloorRule | undefined {
    if (rank >= this.#least) return this.#best;
    if (leaf !== undefined) {
      this.#best = leaf;
      this.#least = rank;
    }
    for (const key of this.#keys[at] ?? []) {
      const branch = key === any ? undefined : next.get(key);
      if (branch !== undefined) this.from(branch, at + 1, rank);
    }
    const rest = next.get(any);
    if (rest !== undefined) this.from(rest, at + 1, rank + wildcard + wildcard / 2 ** (at + 1));
    return this.#best;
  }
}
