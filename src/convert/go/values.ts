/** How Prebid Server (Go) reads single values: switches, keys in any case, JSON in a text. */
import { flagsBy } from '../conversions.ts';
import type { Conversion, Stated } from '../rule.ts';

/** True or false, possibly written as a string; undefined for anything else. */
export function isOn(stated: Stated | undefined): boolean | undefined {
  const word = stated?.text.toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : undefined;
}

/** Settings of true or false, as `isOn` reads them. */
export const { flag, isFlag, flagAt } = flagsBy(isOn);

/** A map, at any depth, with its keys spelled as in `names`, whatever their case. */
export function respelled(names: readonly string[]): Conversion {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const respell = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(respell);
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [known.get(key.toLowerCase()) ?? key, respell(member)]),
    );
  };
  return ({ value }) => ({ value: respell(value) });
}

/** JSON in a text. */
export const parsed: Conversion = ({ value, text }) => {
  if (typeof value === 'object') return { value };
  if (text.trim() === '') return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { tell: 'is not JSON: correct it' };
  }
};
