/** Reads one value by its schema: words, numbers, and texts with their limits, patterns and formats. */
import { Type, type TSchema } from 'typebox';
import { describe, keyword, show } from './describe.ts';
import { formats } from './formats.ts';
import type { Leaf } from './tree.ts';

/**
 * The value of a leaf if `schema` accepts it, else undefined. Where a text is wanted, a number is taken as it is spelled: `ortbVersion:
 * 2.6`.
 */
export function readSingle(schema: TSchema, leaf: Leaf): string | number | boolean | undefined {
  const { value } = leaf;
  const text = typeof value === 'number' && leaf.text !== undefined ? leaf.text : value;
  if (Type.IsUnion(schema)) {
    for (const one of schema.anyOf) {
      const read = readSingle(one, leaf);
      if (read !== undefined) return read;
    }
    return undefined;
  }
  if (Type.IsLiteral(schema)) return value === schema.const ? schema.const : undefined;
  if (Type.IsEnum(schema)) return schema.enum.find((one) => one === text);
  if (Type.IsBoolean(schema)) return typeof value === 'boolean' ? value : undefined;
  if (Type.IsInteger(schema)) return Number.isSafeInteger(value) && isWithin(schema, value) ? value : undefined;
  if (Type.IsNumber(schema)) return isWithin(schema, value) ? value : undefined;
  return Type.IsString(schema) && typeof text === 'string' ? text : undefined;
}

function isWithin(schema: TSchema, value: unknown): value is number {
  const least = Number(keyword(schema, 'minimum') ?? Number.MIN_SAFE_INTEGER);
  const most = Number(keyword(schema, 'maximum') ?? Number.MAX_SAFE_INTEGER);
  return typeof value === 'number' && value >= least && value <= most;
}

/** The fault of `value` by the limits of a text's schema, to follow the setting's name; '' for none. */
export function textFault(schema: TSchema, value: string): string {
  const most = Number(keyword(schema, 'maxLength') ?? Infinity);
  if (value.length > most) return `must be at most ${most} characters long, not ${value.length}`;
  if (value.length < Number(keyword(schema, 'minLength') ?? 0)) return 'must not be empty';
  const pattern = keyword(schema, 'pattern');
  if (typeof pattern === 'string' && !new RegExp(pattern).test(value)) {
    return `must be ${describe(schema)}, not ${show({ kind: 'single', origin: '', value }, keyword(schema, 'writeOnly') === true)}`;
  }
  // An empty text that is also the default means 'none', whatever the format of other values.
  if (value === '' && keyword(schema, 'default') === '') return '';
  return formats.get(String(keyword(schema, 'format')))?.(value) ?? '';
}
