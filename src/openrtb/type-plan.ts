/**
 * Decides how a value is checked fast against a declaration: by the members it has, not by those it might have. Requests come in a thousand
 * shapes, and lookups of absent members in unlike objects made generated checks (TypeBox, ajv) several times slower.
 */
import type { TSchema } from 'typebox';
import { isObject, type JsonObject } from './json-object.ts';

/** The JSON types that declarations name. */
export type TypeName = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** A declaration, ready to be walked. A part that is absent allows anything. */
export interface TypePlan {
  /** `any`: no type is asked for, but an object's members are; `options`: one of them must fit. */
  readonly type: TypeName | 'any' | 'options';
  readonly members: ReadonlyMap<string, TypePlan>;
  /** For members not in `members`. */
  readonly others: TypePlan | undefined;
  readonly entries: TypePlan | undefined;
  readonly options: readonly TypePlan[];
  /** The code of the warning that replaces a fault (schema, `forgiving`). */
  readonly forgivenAs: number | undefined;
  /** Whether a member that is null stays, as in a merge patch (schema, `patchOf`); elsewhere null is absent. */
  readonly keepsNull: boolean;
}

/** The parts of a TypeBox declaration that are read. */
interface Declared {
  readonly type?: TypeName;
  readonly properties?: { readonly [key: string]: TSchema };
  readonly additionalProperties?: TSchema;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly forgivenAs?: number;
  readonly isPatch?: boolean;
}

/** Compiles a declaration, `inPatch` if it is part of a merge patch; once, at module load. */
export function compileTypePlan(schema: TSchema, inPatch = false): TypePlan {
  const { type, properties = {}, additionalProperties, items, anyOf, forgivenAs, isPatch }: Declared = schema;
  const keepsNull = inPatch || isPatch === true;
  const inner = (member: TSchema): TypePlan => compileTypePlan(member, keepsNull);
  return {
    type: type ?? (anyOf === undefined ? 'any' : 'options'),
    members: new Map(Object.entries(properties).map(([key, member]) => [key, inner(member)])),
    others: additionalProperties && inner(additionalProperties),
    // A patch replaces whole arrays: a null inside an array removes nothing.
    entries: items && compileTypePlan(items),
    options: anyOf?.map(inner) ?? [],
    forgivenAs,
    keepsNull,
  };
}

/** True when every member that the plan names has its type. Null conforms to no other type. */
export function conforms(plan: TypePlan, value: unknown): boolean {
  const { type } = plan;
  if (type === 'string') return typeof value === 'string';
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'array') return Array.isArray(value) && entriesConform(plan.entries, value);
  if (type === 'object') return isObject(value) && membersConform(plan, value);
  if (type === 'options') return someConforms(plan.options, value);
  if (type === 'null') return value === null;
  return !isObject(value) || membersConform(plan, value);
}

function someConforms(options: readonly TypePlan[], value: unknown): boolean {
  for (const option of options) if (conforms(option, value)) return true;
  return false;
}

function entriesConform(entries: TypePlan | undefined, value: readonly unknown[]): boolean {
  if (entries === undefined) return true;
  for (let index = 0; index < value.length; index++) if (!conforms(entries, value[index])) return false;
  return true;
}

function membersConform({ members, others }: TypePlan, value: JsonObject): boolean {
  if (members.size === 0 && others === undefined) return true;
  // Not Object.entries: this loop reads each member where the object's own layout says it is.
  for (const key in value) {
    const member = members.get(key) ?? others;
    if (member !== undefined && !conforms(member, value[key])) return false;
  }
  return true;
}
