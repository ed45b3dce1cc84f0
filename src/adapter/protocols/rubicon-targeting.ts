/** Decides how first-party data becomes targeting for Magnite (Rubicon): lists of strings by key. */
import { isObject } from '../../openrtb/json-object.ts';

/** Strings, booleans and whole numbers become lists of one; lists of strings or booleans become lists of strings; all else is left out. */
export function targetingOf(data: unknown): { readonly [key: string]: readonly string[] } {
  if (!isObject(data)) return {};
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => {
      const texts = textsFor(value);
      return texts === undefined ? [] : [[key, texts]];
    }),
  );
}

function textsFor(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || isWhole(value)) return [String(value)];
  if (!Array.isArray(value) || value.length === 0) return undefined;
  if (value.every((one) => typeof one === 'string')) return value;
  return value.every((one) => typeof one === 'boolean') ? value.map(String) : undefined;
}

function isWhole(value: unknown): boolean {
  return Number.isInteger(value) || typeof value === 'bigint';
}
