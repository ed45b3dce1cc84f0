/** Decides which bidder a name in a request means (implementation A 1.7: core names without regard to case, aliases exactly). */
import type { JsonObject } from './merge-patch.ts';

/** Lower-case words that never name a bidder: keys of `imp.ext` and of problems (decisions, 'Deprecated imp.ext.<bidder>'; implementation A 1.6). */
export const reservedNames: ReadonlySet<string> = new Set(
  'context data gpid skadn tid ae igs bidder general all prebid __proto__ constructor prototype'.split(' '),
);

/** Gives the code or alias that a name stands for; undefined for a name that is no bidder here. */
export type NameOf = (given: string) => string | undefined;

/** True if one of `names` stands for the bidder `name`. */
export function isNamed(names: readonly string[] | undefined, name: string, nameOf: NameOf): boolean {
  return names !== undefined && (names.includes(name) || names.some((given) => nameOf(given) === name));
}

/** The key of `map` that stands for the bidder `name`: the name itself if it is there. */
export function keyOf(map: JsonObject, name: string, nameOf: NameOf): string | undefined {
  if (Object.hasOwn(map, name)) return name;
  return Object.keys(map).find((given) => nameOf(given) === name);
}
