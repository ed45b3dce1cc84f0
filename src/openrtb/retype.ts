/** Decides which value of another JSON type means a certain one of the wanted type (interface, `validation.wrongTypes`). */
import { isObject } from './merge-patch.ts';
import type { TypePlan } from './type-plan.ts';

/**
 * Members that were read, with their types, from the request's bytes: the account, the app, the time and what is stored were found
 * by them, so that another value now would be of another auction.
 */
const readBefore = /(?:^tmax|^app\.id|publisher\.id|parentAccount|\.stored\w+(?:\[\d+\])?\.id|profiles(?:\[\d+\])?)$/;

/** What `value` at `path` is in the type that `plan` asks for, `undefined` when that is not certain or too late. Entries of a list made are not checked. */
export function retyped({ type }: TypePlan, value: unknown, path: string): unknown {
  if (value === null || readBefore.test(path)) return undefined;
  if (type === 'string') return asString(value, path);
  if (type === 'boolean') return asBoolean(value);
  if (type === 'integer' || type === 'number') return asNumber(value, type === 'integer');
  return type === 'array' && value !== '' && !isObject(value) ? [value] : undefined;
}

function asString(value: unknown, path: string): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) return undefined;
  return path.endsWith('keywords') ? value.join(',') : value[0];
}

function asBoolean(value: unknown): boolean | undefined {
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === 'true' || word === '1' || word === 1) return true;
  return word === 'false' || word === '0' || word === 0 ? false : undefined;
}

function asNumber(value: unknown, isWhole: boolean): number | undefined {
  if (typeof value === 'boolean' && isWhole) return Number(value);
  const isDecimal = typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value);
  const number = isDecimal ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return isWhole ? Math.trunc(number) : number;
}
