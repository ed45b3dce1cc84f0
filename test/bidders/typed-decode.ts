/** Reads OpenRTB JSON as a typed program would (fixtures/README 2.2): drops unknown fields, and empty ones that the table does not keep. */
import { isObject, type JsonObject } from '../../src/openrtb/json-object.ts';

/** One field of an object: a scalar's name, an object's name, either in a list, or 'any'. */
interface FieldType {
  readonly type: string | readonly [string];
  readonly alwaysSent?: boolean;
  readonly zeroKept?: boolean;
}

/** The objects of OpenRTB by name, as `ortb-types.json` lists them. */
export type TypeTable = { readonly [object: string]: { readonly [field: string]: FieldType } };

const zeros: { readonly [type: string]: unknown } = { string: '', integer: 0, number: 0 };

/** The value as the OpenRTB object `name`; unchanged without a table. Null members count as absent, except inside `ext`. */
export function typedDecode(value: unknown, name: string, table: TypeTable | undefined): JsonObject {
  const decoded: { [key: string]: unknown } = {};
  if (!isObject(value)) return decoded;
  if (table === undefined) return value;
  for (const [field, rule] of Object.entries(table[name]!)) {
    const kept = decodeField(memberOf(value, field), rule, table);
    if (kept !== undefined) decoded[field] = kept;
    else if (rule.alwaysSent) decoded[field] = typeof rule.type === 'string' ? zeros[rule.type] : null;
  }
  return decoded;
}

/** Matches field names in any case; an exact match takes precedence. */
function memberOf(object: JsonObject, field: string): unknown {
  if (Object.hasOwn(object, field)) return object[field];
  const key = Object.keys(object).find((key) => key.toLowerCase() === field);
  return key === undefined ? undefined : object[key];
}

function decodeField(value: unknown, { type, zeroKept }: FieldType, table: TypeTable): unknown {
  if (value === undefined || value === null) return undefined;
  if (type === 'any') return value;
  if (typeof type !== 'string') {
    if (!Array.isArray(value) || value.length === 0) return undefined;
    return value.map((entry) => (type[0] in table ? typedDecode(entry, type[0], table) : entry));
  }
  if (type in table) return typedDecode(value, type, table);
  const isEmpty = value === 0 || value === '' || value === false;
  return isEmpty && !zeroKept ? undefined : value;
}

/** The JSON value without its null members. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutNulls(member)]));
}
