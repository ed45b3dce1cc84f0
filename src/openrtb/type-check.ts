/**
 * Decides whether a JSON value has the types of a declaration, and what happens when it does not (decisions, 'Wrong fields'). The fast
 * check answers in microseconds; only a value that fails it is walked again, to name each fault.
 */
import type { Static, TSchema } from 'typebox';
import { rememberIndexes } from './client-indexes.ts';
import { Findings, memberPath, type Place } from './findings.ts';
import { isObject, setOwn, type JsonObject } from './json-object.ts';
import { retyped } from './retype.ts';
import { compileTypePlan, conforms, type TypePlan } from './type-plan.ts';
import { described, kindOf, nounOf, toldOf } from './type-words.ts';

/** Checks and repairs values of one declaration; see `compileTypeCheck`. */
export type TypeCheck<T> = (value: unknown, path: string, findings: Findings) => T | undefined;

/**
 * Compiles a declaration, once at module load. The check returns the same value when nothing is wrong. Otherwise it returns a copy without
 * what is null (which counts as absent, except in merge patches), forgiven (a warning) or faulty (a fault that starts with `path`), and
 * with converted values of another type (`findings.retypes`; a warning); `undefined`: nothing is left.
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

/** The value converted to the type of one of `plans`, with a warning; otherwise adds a fault and returns undefined. */
function wrong(plans: readonly TypePlan[], value: unknown, place: Place): unknown {
  const { path, findings } = place;
  const isFraction = kindOf(value) === 'number' && plans[0]?.type === 'integer';
  const fault = `${path || 'the request'} must be ${plans.map(nounOf).join(' or ')}, not ${described(value, isFraction)}`;
  for (const plan of findings.retypes ? plans : []) {
    const made = retyped(plan, value, path);
    if (made === undefined) continue;
    findings.warn(`${fault}: read as ${toldOf(made)}`);
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

/** As `repaired`, but the faults of a list's entry, or of any other value as a whole, become one warning. */
function forgiven(plan: TypePlan, value: unknown, { path, findings }: Place): unknown {
  const strict: TypePlan = { ...plan, forgivenAs: undefined };
  const { entries } = strict;
  const code = plan.forgivenAs!;
  const tried = (plan: TypePlan, value: unknown, path: string): unknown => {
    const trial = new Findings(undefined, findings.retypes);
    const kept = repaired(plan, value, { path, findings: trial });
    const fault = trial.faults[0];
    if (fault !== undefined) {
      findings.warn(`${fault}: ignored`, code);
      return undefined;
    }
    for (const warning of trial.warnings) findings.warn(warning.message, warning.code);
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
  const indexes: number[] = [];
  for (const [index, given] of value.entries()) {
    const entry = keep(given, `${path}[${index}]`);
    if (entry !== given) changed = true;
    if (entry === undefined) continue;
    kept.push(entry);
    indexes.push(index);
  }
  if (!changed) return value;
  if (kept.length < value.length) rememberIndexes(kept, indexes);
  return kept;
}

function fits(plan: TypePlan, value: unknown): boolean {
  if (plan.type === 'any' || plan.type === kindOf(value)) return true;
  return plan.type === 'integer' && (Number.isInteger(value) || typeof value === 'bigint');
}
