/** Decides which bidder a name in a request means (implementation A 1.7: core names in any case, aliases exactly). */
import type { JsonObject } from './json-object.ts';

/**
 * Lower-case words that never name a bidder: keys of `imp.ext` and of problems
 * (decisions, 'Deprecated imp.ext.<bidder>'; implementation A 1.6).
 */
export const reservedNames: ReadonlySet<string> = new Set(
  'context data gpid skadn tid ae igs bidder general all prebid __proto__ constructor prototype'.split(' '),
);

/** Whether a key of `imp.ext` may name a bidder; `namespace` is the service's own key there. */
export function mayName(key: string, namespace: string): boolean {
  return key !== namespace && !reservedNames.has(key);
}

/** Returns the code or alias that a name stands for; undefined for a name that is no bidder here. */
export type NameOf = (given: string) => string | undefined;

/** Extends `isKnown` to names among which `*` stands for all bidders. */
export function isKnownOrAll(isKnown: (name: string) => unknown): (name: string) => unknown {
  return (name) => name === '*' || isKnown(name);
}

/** The bidders that a list names, and `*` if the list contains it. */
export function namesIn(names: readonly (string | null)[] | undefined, nameOf: NameOf): ReadonlySet<string> {
  const found = new Set<string>();
  for (const given of names ?? []) {
    const name = given === null || given === '*' ? given : nameOf(given);
    if (name) found.add(name);
  }
  return found;
}

/** The key in `map` for each bidder that it names; the bidder's own name wins over other spellings. */
export function keysByName(map: JsonObject, nameOf: NameOf): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const key of Object.keys(map)) {
    const name = nameOf(key);
    if (name !== undefined && (key === name || !keys.has(name))) keys.set(name, key);
  }
  return keys;
}
