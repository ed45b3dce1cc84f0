/** Decides how the keywords of Xandr's params, in any of three forms, become one text: `key=value`, separated by commas. */
import { Type, type Static } from 'typebox';
import { textsOf } from '../json.ts';

/** Keywords: a text, a list of keys with values, or a map from keys to values. */
export const Keywords = Type.Union([
  Type.String({ minLength: 1 }),
  Type.Array(Type.Object({ key: Type.String(), value: Type.Optional(Type.Array(Type.String(), { minItems: 1 })) }), {
    minItems: 1,
  }),
  Type.Unsafe<{ readonly [key: string]: readonly string[] }>(
    Type.Object({}, { additionalProperties: { type: 'array', items: { type: 'string' } } }),
  ),
]);
/** Keywords in any of their forms. */
export type Keywords = Static<typeof Keywords>;

/** The keywords as text; a key without values stands alone. Keys of a map are in alphabetical order. */
export function keywordText(keywords: Keywords | undefined): string {
  if (keywords === undefined) return '';
  if (typeof keywords === 'string') return keywords;
  const pairs = Array.isArray(keywords)
    ? keywords.map(({ key = '', value }) => [key, value] as const)
    : Object.entries(keywords).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return pairs
    .flatMap(([key, value]) => {
      const values = textsOf(value);
      return values.length === 0 ? [key] : values.map((one) => `${key}=${one}`);
    })
    .join(',');
}
