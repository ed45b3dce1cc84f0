/** How Spring reads the single values of Prebid Server Java: more words for true and false, and placeholders with defaults. */
import { flagsBy } from '../conversions.ts';
import type { JointTurn, Stated } from '../rule.ts';

const switches = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

/** True or false as Spring reads it; undefined for anything else. */
export function isOn(stated: Stated | undefined): boolean | undefined {
  return stated === undefined ? undefined : switches.get(stated.text.trim().toLowerCase());
}

/** Settings of true or false, as `isOn` reads them. */
export const { flag, isFlag, flagAt } = flagsBy(isOn);

/** The whole number that is stated; undefined for none. */
export function wholeOf(stated: Stated | undefined): number | undefined {
  return stated !== undefined && /^-?\d{1,15}$/.test(stated.text.trim()) ? Number(stated.text) : undefined;
}

/** The whole number at `path` of a joint rule; undefined if it is not stated, or something else, which is noted. */
export function wholeAt({ stated, tell }: JointTurn, path: string): number | undefined {
  const found = stated(path);
  const value = wholeOf(found);
  if (found !== undefined && value === undefined) tell(path, 'must be a whole number: correct it');
  return value;
}

/** How deep placeholders may be in each other. */
const maxNested = 8;

/**
 * The text with each placeholder (`${NAME:default}`) replaced by its default, which may contain others. One without a default stays as it
 * is.
 */
export function withoutPlaces(text: string): string {
  let made = text;
  for (let at = 0; at < maxNested && made.includes('${'); at += 1)
    made = made.replaceAll(/\$\{[^{}:]{1,200}:([^{}]*)\}/g, (_, standard: string) => standard);
  return made;
}

/** Notes those settings of `from`, all parts of an address, that contain such a placeholder. */
export function tellPlaces({ textAt, tell }: JointTurn, from: readonly string[]): void {
  for (const one of from)
    if (textAt(one).includes('${'))
      tell(one, 'contains a ${…} placeholder that the old server fills in: write its value into stored.url');
}

/** The member of `map` with this name in any spelling (kebab, snake, camel); undefined if there is none. */
export function member(map: unknown, name: string): unknown {
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return undefined;
  return Object.entries(map).find(([key]) => foldKey(key) === foldKey(name))?.[1];
}

/** The members of `map` that are neither null nor undefined. */
export function withoutNull(map: { readonly [name: string]: unknown }): object {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined && value !== null));
}

/** Maps all spellings that Spring and Jackson accept for a key to one. */
export function foldKey(key: string): string {
  return key.toLowerCase().replaceAll(/[-_]/g, '');
}
