/** Decides how messages about wrong types name types and values. */
import { quoted } from './findings.ts';
import type { TypeName, TypePlan } from './type-plan.ts';

const nouns: { readonly [type in TypeName]: string } = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
};

/** The JSON type of a value; `infinite` for a number that JSON text can hold and a double cannot. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : 'infinite';
  if (typeof value === 'bigint') return 'number';
  return value === null ? 'null' : typeof value;
}

/** A value as messages describe it: its type with an article, `isFraction` where an integer is wanted. */
export function described(value: unknown, isFraction: boolean): string {
  const kind = kindOf(value);
  if (isFraction) return 'a fraction';
  if (kind === 'infinite') return 'one out of range';
  return Object.hasOwn(nouns, kind) ? nouns[kind as keyof typeof nouns] : kind;
}

/** A converted value as messages quote it. */
export function toldOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list of it';
  return typeof value === 'string' ? quoted(value) : String(value);
}

/** The type that a plan asks for, with an article. */
export function nounOf({ type }: TypePlan): string {
  return type === 'any' || type === 'options' ? 'another type' : nouns[type];
}
