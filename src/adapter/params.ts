/**
 * Decides whether params can be used (decisions, 'Unknown bidder …; params failing their schema', 'dealsonly'): by their whole schema, or
 * by their types alone.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import ajvFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { readable } from '../openrtb/readable.ts';
import { isObject, without, type JsonObject } from '../openrtb/json-object.ts';
import { nodeAt } from '../openrtb/node-at.ts';
import { kindOf } from '../openrtb/type-words.ts';

const ajv = new Ajv({ strict: false, strictNumbers: true, ownProperties: true });
ajvFormats.default(ajv, ['uuid', 'hostname', 'uri', 'date-time']);

/** Members that the service itself reads, whatever a bidder's schema says. */
const serviceMembers = ['dealsonly', 'pgdealsonly', 'dealTier'];

/** The parts of a params schema that are read here. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly not?: Shape;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: { readonly [name: string]: Shape };
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly pattern?: string;
}

/** What is wrong with params, as the end of a sentence about them; undefined if they can be used. */
export type ParamsCheck = (params: unknown) => string | undefined;

/** Checks params by a JSON schema. It is compiled on first use, since a host calls few of the known bidders. */
export function schemaCheck(schema: TSchema): ParamsCheck {
  let validate: ValidateFunction | undefined;
  return (params) => {
    if (!isObject(params)) return 'must be an object';
    validate ??= ajv.compile(schema);
    const given = readable(without(params, serviceMembers), 'keep');
    return validate(given) ? undefined : described(validate.errors ?? [], given);
  };
}

function described(errors: readonly ErrorObject[], params: unknown): string {
  const [first] = errors;
  if (!first) return 'do not fit their schema: see /bidders/params';
  const path = first.instancePath.slice(1).replaceAll('/', '.').slice(0, 100);
  const value = nodeAt(params, first.instancePath.slice(1).split('/'));
  const wrong = wrongWith(
    first,
    errors.filter(({ instancePath }) => instancePath === first.instancePath),
    value,
  );
  return `are wrong: ${path === '' ? 'the object' : path} ${wrong}; see /bidders/params`;
}

/** What is wrong with one member. For a union: the fault under the alternative of the value's type, else all types that it may have. */
function wrongWith(first: ErrorObject, errors: readonly ErrorObject[], value: unknown): string {
  const error = errors.find(({ keyword }) => !/^(?:type|const|anyOf|oneOf)$/.test(keyword)) ?? first;
  const allowed = allowedBy(error, errors);
  if (allowed.length > 0) return `must be equal to one of the allowed values (${allowed.join(', ')})`;
  if (error.keyword !== 'type') return error.message ?? 'does not fit';
  const types = errors.flatMap(({ keyword, params }) => (keyword === 'type' ? [String(params['type'])] : []));
  return `must be ${[...new Set(types)].join(' or ')}${value === undefined ? '' : `, not ${kindOf(value)}`}`;
}

/** The values that one member may have, from an `enum` or a union of constants; none if something else is wrong with it. */
function allowedBy({ keyword, params }: ErrorObject, errors: readonly ErrorObject[]): readonly unknown[] {
  if (keyword === 'enum') return (params as { readonly allowedValues: readonly unknown[] }).allowedValues;
  if (keyword !== 'const') return [];
  return errors.flatMap((one) =>
    one.keyword === 'const' ? [(one.params as { allowedValue: unknown }).allowedValue] : [],
  );
}

/** Checks only the JSON types of params. A missing member passes, and null counts as missing. */
export function typesCheck(schema: TSchema): ParamsCheck {
  const shape = schema as Shape;
  return (params) => {
    if (!isObject(params)) return 'must be an object';
    const wrong = wrongMember(shape, params, '');
    return wrong === undefined ? undefined : `are wrong: ${wrong} has another type than /bidders/params says`;
  };
}

function wrongMember({ properties }: Shape, value: JsonObject, path: string): string | undefined {
  if (properties === undefined) return undefined;
  for (const key of Object.keys(properties)) {
    if (!Object.hasOwn(value, key) || value[key] === null) continue;
    const wrong = wrongValue(properties[key]!, value[key], `${path}${key}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function wrongValue(shape: Shape, value: unknown, path: string): string | undefined {
  if (shape.anyOf !== undefined) {
    return shape.anyOf.some((one) => wrongValue(one, value, path) === undefined) ? undefined : path;
  }
  if (!hasType(shape.type, value)) return path;
  if (isObject(value)) return wrongMember(shape, value, `${path}.`);
  if (!Array.isArray(value) || shape.items === undefined) return undefined;
  const { items } = shape;
  const at = value.findIndex((item) => wrongValue(items, item, path) !== undefined);
  return at < 0 ? undefined : `${path}[${at}]`;
}

function hasType(type: Shape['type'], value: unknown): boolean {
  if (type === undefined) return true;
  const kind = kindOf(value);
  const types = typeof type === 'string' ? [type] : type;
  return types.includes(kind) || (kind === 'number' && types.includes('integer') && Number.isInteger(Number(value)));
}
