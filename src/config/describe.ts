/** Describes settings in words, for messages and the reference: what a schema requires, and which value was given instead. */
import { Type, type TSchema } from 'typebox';
import type { Tree } from './tree.ts';

/** A keyword of `schema` that TypeBox's own types leave open (`minimum`, `pattern`, `description`, …). */
export function keyword(schema: TSchema, name: string): unknown {
  return Reflect.get(schema, name);
}

/** What a value of `schema` must be, as the end of a sentence with `must be`. */
export function describe(schema: TSchema): string {
  if (Type.IsUnion(schema)) return schema.anyOf.map(describe).join(' or ');
  if (Type.IsLiteral(schema)) return JSON.stringify(schema.const);
  if (Type.IsEnum(schema)) return schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  if (Type.IsInteger(schema)) return `a whole number${limits(schema, ' from ', ' to ')}`;
  if (Type.IsNumber(schema)) return `a number${limits(schema, ' from ', ' to ')}`;
  if (Type.IsBoolean(schema)) return 'true or false';
  if (Type.IsString(schema)) return describeText(schema);
  if (Type.IsArray(schema)) return 'a list such as [a, b]';
  return 'a map of settings (key: value)';
}

function limits(schema: TSchema, before: string, between: string): string {
  const least = keyword(schema, 'minimum');
  const most = keyword(schema, 'maximum');
  return least === undefined || most === undefined ? '' : `${before}${String(least)}${between}${String(most)}`;
}

function describeText(schema: TSchema): string {
  const hint = keyword(schema, 'hint');
  if (typeof hint === 'string') return hint;
  const most = keyword(schema, 'maxLength');
  return typeof most === 'number' ? `a text of up to ${most} characters` : 'a text';
}

/** The type of `schema` in the reference. */
export function typeLabel(schema: TSchema): string {
  if (Type.IsUnion(schema)) return schema.anyOf.map(typeLabel).join(' or ');
  if (Type.IsLiteral(schema)) return `\`${String(schema.const)}\``;
  if (Type.IsEnum(schema)) return schema.enum.map((one) => `\`${one}\``).join(', ');
  if (Type.IsInteger(schema)) return `number${limits(schema, ' ', '–')}`;
  if (Type.IsNumber(schema)) return `decimal number${limits(schema, ' ', '–')}`;
  if (Type.IsBoolean(schema)) return 'true, false';
  if (Type.IsArray(schema)) return `list of ${typeLabel(schema.items)}`;
  if (Type.IsString(schema)) return 'text';
  return 'map';
}

/** The given value for the end of a message: short, printable, and without secrets. */
export function show(tree: Tree, secret: boolean): string {
  if (tree.kind === 'map') return 'a map';
  if (tree.kind === 'list') return 'a list';
  if (secret) return 'the given value';
  if (typeof tree.value !== 'string') return String(tree.value);
  return JSON.stringify(tree.value.length > 40 ? `${tree.value.slice(0, 40)}…` : tree.value);
}
