/** The building blocks of the configuration schema: one TypeBox schema holds a setting's type, default, limits and docs. */
import { Type, type TObject, type TProperties, type TSchema } from 'typebox';
import { isObject, type JsonObject } from '../openrtb/json-object.ts';

/** A type that is read-only at any depth. */
export type Frozen<Value> = Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } : Value;

/** Limits and default of a whole number; the unit is in the setting's name. */
interface Whole {
  readonly min: number;
  readonly max: number;
  readonly default?: number;
}

/** A string: `format` names a check of formats.ts; `writeOnly` marks a secret that messages must not show. */
interface Text {
  readonly default?: string;
  readonly pattern?: string;
  /** The pattern in words. */
  readonly hint?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly writeOnly?: boolean;
}

/** The default length limit of a string, in characters. */
const maxTextLength = 4096;

/** The schema of a whole number; both limits are inclusive. Without `default` it is required, unless it is made optional. */
export function whole({ min, max, ...rules }: Whole, description: string) {
  return Type.Integer({ minimum: min, maximum: max, ...rules, description });
}

/** The schema of a share from 0 (never) to 1 (always). */
export function share(defaultValue: number, description: string) {
  return Type.Number({ minimum: 0, maximum: 1, default: defaultValue, description });
}

/** The schema of true or false with its default. */
export function toggle(defaultValue: boolean, description: string) {
  return Type.Boolean({ default: defaultValue, description });
}

/** The schema of an optional true or false. */
export function maybe(description: string) {
  return Type.Optional(Type.Boolean({ description }));
}

/** The schema of one word from a fixed set; the first word is the default. */
export function word<Words extends string[]>(words: readonly [...Words], description: string) {
  return Type.Enum(words, { default: words[0], description });
}

/** The schema of a string; `default` as for `whole`. */
export function text(rules: Text, description: string) {
  return Type.String({ maxLength: maxTextLength, ...rules, description });
}

/** The schema of a list, empty when absent. */
export function list<Item extends TSchema>(items: Item, description: string) {
  return Type.Array(items, { default: [], maxItems: 100_000, description });
}

/** The schema of a group of settings; unknown settings are faults. */
export function group<Properties extends TProperties>(properties: Properties, description: string) {
  return Type.Object(properties, { additionalProperties: false, description });
}

/** The schema of a group that is always present; absent members get their defaults. */
export function section<Properties extends TProperties>(properties: Properties, description: string) {
  return Type.Object(properties, { default: {}, additionalProperties: false, description });
}

/** The schema of the same group with every member optional, for accounts. */
export function partial<Properties extends TProperties>(settings: TObject<Properties>) {
  return Type.Partial(settings, { additionalProperties: false, description: 'The same settings for one account.' });
}

/** The schema of a map that only its reader interprets: any JSON, empty when absent. */
export function anything(description: string) {
  return Type.Unsafe<JsonObject>(Type.Refine(Type.Unknown({ default: {}, description }), isObject));
}

/** The form of bidder codes and aliases. */
export const code = {
  pattern: '^[A-Za-z0-9_.-]{1,64}$',
  hint: 'a bidder code of letters, digits, "_", "-" and "." (64 at most)',
};

/** The schema of a map from codes, such as bidder codes, to `values`; empty when absent. */
export function byCode<Value extends TSchema>(values: Value, description: string) {
  const { pattern, hint } = code;
  return Type.Record(Type.String({ pattern }), values, { default: {}, hint, description });
}

/** The schema of a list of bidder codes, empty when absent. */
export function codes(description: string) {
  return list(Type.String(code), description);
}
