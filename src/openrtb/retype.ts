/**
 * Decides which values of another JSON type clearly stand for one of the wanted type
 * (src/config/README.md, 'Wrong types'; implementation B 8).
 */
import { isObject } from './json-object.ts';
import type { TypePlan } from './type-plan.ts';

/**
 * Members that were already read, with their types, from the request's bytes. The account, the app, the time and the stored data were found
 * by them, so that another value now would belong to another auction.
 */
const readBefore = /(?:^tmax|^app\.id|publisher\.id|parentAccount|\.stored\w+(?:\[\d+\])?\.id|profiles(?:\[\d+\])?)$/;

/** A number as text. */
export const decimal = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/**
 * `value` at `path` in the type that `plan` asks for; `undefined` when that is not certain, or too late.
 * The caller checks the entry of a list made here.
 */
export function retyped({ type, entries }: TypePlan, value: unknown, path: string): unknown {
  if (value === null || readBefore.test(path)) return undefined;
  if (type === 'string') return asString(value, path);
  if (type === 'boolean') return asBoolean(value);
  if (type === 'integer' || type === 'number') return asNumber(value, type === 'integer');
  if (type !== 'array' || entries?.type === 'object' || isObject(value)) return undefined;
  // Commas may separate several entries: a list of the one text would block nobody.
  return value === '' || (typeof value === 'string' && value.includes(',')) ? undefined : [value];
}

function asString(value: unknown, path: string): string | undefined {
  if (typeof value === 'bigint' || Number.isFinite(value)) return String(value);
  // `gpc` is '1' or '0'. For any other text, false means that there is none.
  if (typeof value === 'boolean' && path.endsWith('.gpc')) return String(Number(value));
  if (value === true) return 'true';
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
  const isDecimal = typeof value === 'string' && decimal.test(value);
  const number = isDecimal ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  if (!isWhole) return number;
  // 300.4 is a size, and truncating it is harmless; truncating a value between -1 and 1 would turn a flag off.
  return Math.abs(number) < 1 && number !== 0 ? undefined : Math.trunc(number);
}
