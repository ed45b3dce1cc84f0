/** Puts unknown keys into JSON and finds them again, for tests of data that pass unchanged. */
import { pick, type Chance } from '../support/chance.ts';

/** The path from the top of a JSON value to one inside it. */
export type Path = readonly (string | number)[];

/** A JSON object. */
export interface Json {
  [key: string]: unknown;
}

/** Keys that are special in JavaScript or JSON, and others. */
export const keys = [
  '__proto__ constructor prototype toJSON toString valueOf hasOwnProperty length then __defineGetter__ x'.split(' '),
  ['', '0', '-1', '4294967295', 'a.b', 'a"b', 'a\\b', 'a b', '\n', '\u2028é', '\ud800', 'k'.repeat(300)],
].flat();

/** A copy of `value` with a member added to the object at `path`, or removed if it is undefined. */
export function injected(value: unknown, path: Path, { key, value: member }: { key: string; value: unknown }): unknown {
  const whole: unknown = JSON.parse(JSON.stringify(value));
  const owner = at(whole, path) as Json;
  if (member === undefined) delete owner[key];
  else Object.defineProperty(owner, key, { value: member, enumerable: true, configurable: true, writable: true });
  return whole;
}

/** The value at `path`, undefined if there is none. */
export function at(value: unknown, path: Path): unknown {
  return path.reduce((owner, key) => own(owner as Json, String(key)), value);
}

/** The member that `owner` itself has. */
export function own(owner: Json | undefined, key: string): unknown {
  return owner !== undefined && Object.hasOwn(owner, key) ? owner[key] : undefined;
}

/** JSON with the members of every object sorted. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical((value as Json)[key])}`);
  return `{${members.join(',')}}`;
}

/** Random JSON, with keys of `keys` in it. */
export function variedValue(chance: Chance, depth = 0): unknown {
  const plain = [null, true, false, 0, -1.5, 1e21, 2 ** 53 - 1, '', 'text', '\u2028"\\', [], {}];
  if (depth > 3 || chance() < 0.4) return pick(plain, chance);
  const entries = Array.from({ length: 1 + Math.floor(chance() * 3) }, () => variedValue(chance, depth + 1));
  if (chance() < 0.5) return entries;
  return Object.fromEntries(entries.map((entry) => [pick(keys, chance), entry]));
}

/** The same JSON with a text in place of each null. */
export function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) => (member === null ? 'none' : member)) as unknown;
}

/** A key in plain letters, as readers of TAP break at others. */
export function shown(key: string): string {
  return key.slice(0, 20).replaceAll(/[^\w. -]/g, '?');
}
