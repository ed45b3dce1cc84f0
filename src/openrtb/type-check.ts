/**
 * Decides whether a JSON value has the types that a declaration gives it, and what to do when not (decisions, 'Wrong fields').
 * The fast check answers in microseconds; only a value that fails it is walked again, to name each fault.
 */
import type { Static, TSchema } from 'typebox';
import { rememberPlaces } from './entry-places.ts';
import { warningCode } from '../errors.ts';
import { Findings, memberPath, quoted } from './findings.ts';
import { isObject, setOwn, type JsonObject } from './merge-patch.ts';
import { retyped } from './retype.ts';
import { compileTypePlan, conforms, type TypeName, type TypePlan } from './type-plan.ts';

/** Checks and repairs values of one declaration; see `compileTypeCheck`. */
export type TypeCheck<T> = (value: unknown, path: string, findings: Findings) => T | undefined;

/** Where the walk stands, and who collects what it finds. */
interface Place {
  readonly path: string;
  readonly findings: Findings;
}

const nouns: { readonly [type in TypeName]: string } = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
};

/**
 * Compiles a declaration, once at module load. The check returns the very value when nothing is wrong; otherwise a copy
 * without what is null (absent, but for merge patches), forgiven (a warning) or faulty (a fault that starts with `path`), and with what
 * is taken as another type (`findings.retypes`; a warning); `undefined`: nothing is left.
 */
export function compileTypeCheck<S extends TSchema>(schema: S): TypeCheck<Static<S>> {
  const plan = compileTypePlan(schema);
  return (value, path, findings) =>
    (conforms(plan, value) ? value : repaired(plan, value, { path, findings })) as Static<S> | undefined;
}

/** `value` as the plan allows it, `undefined` when it cannot be kept. */
function repaired(plan: TypePlan, value: unknown, place: Place): unknown {
  const { path, findings } = place;
  const { entries } = plan;
  if (plan.forgivenAs !== undefined) return forgiven(plan, value, place);
  if (plan.type === 'options') {
    const option = plan.options.find((option) => option.type === kindOf(value));
    return option === undefined ? wrong(plan.options, value, place) : repaired(option, value, place);
  }
  if (!fits(plan, value)) return wrong([plan], value, place);
  if (typeof value === 'bigint') return plan.type === 'any' ? value : Number(value);
  if (Array.isArray(value)) {
    if (entries === undefined) return value;
    return eachEntry(value, path, (entry, path) => repaired(entries, entry, { path, findings }));
  }
  return isObject(value) ? repairedObject(plan, value, place) : value;
}

/** What a value of another type than one of `plans` means, with a warning; else a fault, and nothing. */
function wrong(plans: readonly TypePlan[], value: unknown, place: Place): unknown {
  const { path, findings } = place;
  const isFraction = kindOf(value) === 'number' && plans[0]?.type === 'integer';
  const fault = `${path || 'the request'} must be ${plans.map(nounOf).join(' or ')}, not ${described(value, isFraction)}`;
  for (const plan of findings.retypes ? plans : []) {
    const made = retyped(plan, value, path);
    if (made === undefined) continue;
    findings.warn(warningCode.general, `${fault}: read as ${toldOf(made)}`);
    return repaired(plan, made, place);
  }
  findings.fault(fault);
  return undefined;
}

function repairedObject(plan: TypePlan, value: JsonObject, { path, findings }: Place): JsonObject {
  const { members, others, keepsNull } = plan;
  let copy: { [key: string]: unknown } | undefined;
  for (const key of Object.keys(value)) {
    const member = members.get(key) ?? others;
    const given = value[key];
    if (member === undefined || (given === null && keepsNull)) continue;
    const kept = given === null ? undefined : repaired(member, given, { path: memberPath(path, key), findings });
    if (kept === given) continue;
    copy ??= { ...value };
    if (kept === undefined) delete copy[key];
    else setOwn(copy, key, kept);
  }
  return copy ?? value;
}

/** A faulty entry of a list, or the whole of any other faulty value, becomes a warning. */
function forgiven(plan: TypePlan, value: unknown, { path, findings }: Place): unknown {
  const strict: TypePlan = { ...plan, forgivenAs: undefined };
  const { entries } = strict;
  const code = plan.forgivenAs!;
  const tried = (plan: TypePlan, value: unknown, path: string): unknown => {
    const trial = new Findings(undefined, findings.retypes);
    const kept = repaired(plan, value, { path, findings: trial });
    const fault = trial.faults[0];
    if (fault !== undefined) {
      findings.warn(code, `${fault}: ignored`);
      return undefined;
    }
    for (const warning of trial.warnings) findings.warn(warning.code, warning.message);
    return kept;
  };
  if (!Array.isArray(value) || entries === undefined) return tried(strict, value, path);
  return eachEntry(value, path, (entry, path) => tried(entries, entry, path));
}

/** The entries that `keep` returns, without those it drops; the same array when it changes none. */
function eachEntry(
  value: readonly unknown[],
  path: string,
  keep: (entry: unknown, path: string) => unknown,
): readonly unknown[] {
  let changed = false;
  const kept: unknown[] = [];
  const places: number[] = [];
  for (const [index, given] of value.entries()) {
    const entry = keep(given, `${path}[${index}]`);
    if (entry !== given) changed = true;
    if (entry === undefined) continue;
    kept.push(entry);
    places.push(index);
  }
  if (!changed) return value;
  if (kept.length < value.length) rememberPlaces(kept, places);
  return kept;
}

function fits(plan: TypePlan, value: unknown): boolean {
  if (plan.type === 'any' || plan.type === kindOf(value)) return true;
  return plan.type === 'integer' && (Number.isInteger(value) || typeof value === 'bigint');
}

/** The JSON type of a value; `infinite` for a number that JSON text can hold and a double cannot. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : 'infinite';
  if (typeof value === 'bigint') return 'number';
  return value === null ? 'null' : typeof value;
}

function described(value: unknown, isFraction: boolean): string {
  const kind = kindOf(value);
  if (isFraction) return 'a fraction';
  if (kind === 'infinite') return 'one beyond the range of numbers';
  return Object.hasOwn(nouns, kind) ? nouns[kind as keyof typeof nouns] : kind;
}

function toldOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list of it';
  return typeof value === 'string' ? quoted(value) : String(value);
}

function nounOf({ type }: TypePlan): string {
  return type === 'any' || type === 'options' ? 'another type' : nouns[type];
}
