/**
 * Decides whether a JSON value has the types that a declaration gives it, and what to do when not (decisions, 'Wrong fields').
 * The compiled check answers in microseconds; only a value that fails it is walked again, to name each fault.
 */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Findings, memberPath } from './findings.ts';
import { isObject, setOwn, type JsonObject } from './merge-patch.ts';

/** Checks and repairs values of one declaration; see `compileTypeCheck`. */
export type TypeCheck<T> = (value: unknown, path: string, findings: Findings) => T | undefined;

/** What the walk reads of a TypeBox declaration. */
interface Shape {
  readonly type?: keyof typeof nouns;
  readonly properties?: { readonly [key: string]: Shape };
  readonly additionalProperties?: Shape;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly forgivenAs?: number;
}

/** Where the walk stands, and who collects what it finds. */
interface Place {
  readonly path: string;
  readonly findings: Findings;
}

const nouns = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
} as const;

/**
 * Compiles a declaration, once at module load. The check returns the very value when nothing is wrong; otherwise a copy
 * without what is null (absent), forgiven (a warning) or faulty (a fault that starts with `path`); `undefined`: nothing is left.
 */
export function compileTypeCheck<S extends TSchema>(schema: S): TypeCheck<Static<S>> {
  const compiled = Compile(schema);
  return (value, path, findings) =>
    (compiled.Check(value) ? value : repaired(schema as Shape, value, { path, findings })) as Static<S> | undefined;
}

/** `value` as `shape` allows it, `undefined` when it cannot be kept. */
function repaired(shape: Shape, value: unknown, place: Place): unknown {
  const { path, findings } = place;
  const { items } = shape;
  if (shape.forgivenAs !== undefined) return forgiven(shape, value, place);
  if (shape.anyOf !== undefined) {
    const option = shape.anyOf.find((option) => option.type === kindOf(value));
    if (option !== undefined) return repaired(option, value, place);
    findings.fault(`${path} must be ${shape.anyOf.map(nounOf).join(' or ')}, not ${described(value, false)}`);
    return undefined;
  }
  if (!fits(shape, value)) {
    const isFraction = shape.type === 'integer' && kindOf(value) === 'number';
    findings.fault(`${path || 'the request'} must be ${nounOf(shape)}, not ${described(value, isFraction)}`);
    return undefined;
  }
  if (Array.isArray(value)) {
    if (items === undefined) return value;
    return eachEntry(value, path, (entry, path) => repaired(items, entry, { path, findings }));
  }
  return isObject(value) ? repairedObject(shape, value, place) : value;
}

function repairedObject(shape: Shape, value: JsonObject, { path, findings }: Place): JsonObject {
  const { properties, additionalProperties } = shape;
  let copy: { [key: string]: unknown } | undefined;
  for (const key of Object.keys(value)) {
    const member = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (member === undefined) continue;
    const given = value[key];
    const kept = given === null ? undefined : repaired(member, given, { path: memberPath(path, key), findings });
    if (kept === given) continue;
    copy ??= { ...value };
    if (kept === undefined) delete copy[key];
    else setOwn(copy, key, kept);
  }
  return copy ?? value;
}

/** A faulty entry of a list, or the whole of any other faulty value, becomes a warning. */
function forgiven(shape: Shape, value: unknown, { path, findings }: Place): unknown {
  const { forgivenAs: code = 0, ...strict } = shape;
  const { items } = strict;
  const tried = (shape: Shape, value: unknown, path: string): unknown => {
    const trial = new Findings(1);
    const kept = repaired(shape, value, { path, findings: trial });
    const fault = trial.faults[0];
    if (fault === undefined) return kept;
    findings.warn(code, `${fault}: ignored`);
    return undefined;
  };
  if (!Array.isArray(value) || items === undefined) return tried(strict, value, path);
  return eachEntry(value, path, (entry, path) => tried(items, entry, path));
}

/** The entries that `keep` returns, without those it drops; the same array when it changes none. */
function eachEntry(
  value: readonly unknown[],
  path: string,
  keep: (entry: unknown, path: string) => unknown,
): readonly unknown[] {
  let changed = false;
  const kept: unknown[] = [];
  for (const [index, given] of value.entries()) {
    const entry = keep(given, `${path}[${index}]`);
    if (entry !== given) changed = true;
    if (entry !== undefined) kept.push(entry);
  }
  return changed ? kept : value;
}

function fits(shape: Shape, value: unknown): boolean {
  if (shape.type === undefined || shape.type === kindOf(value)) return true;
  return shape.type === 'integer' && Number.isInteger(value);
}

/** The JSON type of a value; a number that JSON text can hold and a double cannot has none. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : 'infinite';
  return value === null ? 'null' : typeof value;
}

function described(value: unknown, isFraction: boolean): string {
  const kind = kindOf(value);
  if (isFraction) return 'a fraction';
  if (kind === 'infinite') return 'one beyond the range of numbers';
  return Object.hasOwn(nouns, kind) ? nouns[kind as keyof typeof nouns] : kind;
}

function nounOf(shape: Shape): string {
  return shape.type === undefined ? 'given' : nouns[shape.type];
}
