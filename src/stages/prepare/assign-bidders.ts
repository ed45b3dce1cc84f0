/**
 * Decides which bidders each imp is offered to, and with which params
 * (spec 4.1.1, 4.1.15; decisions, 'Deprecated imp.ext.<bidder>', 'bidderparams').
 */
import { mayName, type NameOf } from '../../openrtb/bidder-names.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { isObject, orNone, own, without, type JsonObject } from '../../openrtb/json-object.ts';
import { hiddenImpMembers } from '../../openrtb/svc-parts.ts';
import { withChanges } from '../../openrtb/with-changes.ts';

/** One imp, what bidders see of it, and the params of each bidder that is asked for it. */
export interface AssignedImp {
  /** Without bidder params and without members that only the service reads. */
  readonly imp: Imp;
  /** By code or alias, in the order of the request; params that are no object are left as given. */
  readonly asked: ReadonlyMap<string, unknown>;
  /** What to merge into the imp of one bidder: `ext.<namespace>.imp`, by code or alias. */
  readonly patches: ReadonlyMap<string, JsonObject>;
  /** Names under `ext.<namespace>.bidder` that are no bidder here. */
  readonly unknown: readonly string[];
  /** Names in `imp.ext` of bidders that are switched off here; they are removed, so that no other bidder sees their params. */
  readonly disabled: readonly string[];
  /** Names that stand for the same bidder as an earlier name. */
  readonly repeated: readonly string[];
  /** Keys left in `imp.ext` that may name unknown bidders (only when `ext.<namespace>.bidder` is absent). */
  readonly suspects: readonly string[];
}

/** What assignment depends on: `bidderparams` are `ext.<namespace>.bidderparams`, by code or alias. */
export interface AssignmentRules {
  readonly namespace: string;
  readonly nameOf: NameOf;
  /** Whether a name that `nameOf` does not know is that of a switched-off bidder. */
  readonly isDisabled: (name: string) => boolean;
  readonly bidderparams: ReadonlyMap<string, unknown>;
}

const noPatches: ReadonlyMap<string, JsonObject> = new Map();

/** Takes the bidders out of `imp.ext`: those under `<namespace>.bidder` first, then the deprecated ones. `imp` is not changed. */
export function assignBidders(imp: Imp, rules: AssignmentRules): AssignedImp {
  const { namespace, nameOf, isDisabled, bidderparams } = rules;
  const ext: JsonObject = imp.ext ?? {};
  const svc = own(ext, namespace);
  const named = isObject(svc) ? own(svc, 'bidder') : undefined;
  const asked = new Map<string, unknown>();
  const unknown: string[] = [];
  const repeated: string[] = [];
  for (const [given, params] of Object.entries(isObject(named) ? named : {})) {
    if (params === null) continue;
    const name = nameOf(given);
    if (name === undefined) unknown.push(given);
    else if (asked.has(name)) repeated.push(given);
    else asked.set(name, filled(params, bidderparams.get(name)));
  }
  const promoted: string[] = [];
  const suspects: string[] = [];
  const disabled: string[] = [];
  for (const [given, params] of Object.entries(ext)) {
    if (!mayName(given, namespace)) continue;
    const name = nameOf(given);
    const isOff = name === undefined && isDisabled(given);
    if (name !== undefined || isOff) promoted.push(given);
    if (params === null) continue;
    if (isOff) disabled.push(given);
    else if (name === undefined) {
      if (named === undefined) suspects.push(given);
    } else if (!asked.has(name)) asked.set(name, filled(params, bidderparams.get(name)));
  }
  const patches = isObject(svc) ? readPatches(own(svc, 'imp'), nameOf) : noPatches;
  return { imp: visibleImp(imp, promoted, namespace), asked, patches, unknown, disabled, repeated, suspects };
}

/** `params` with missing members filled in from `common`, the bidder's `bidderparams`. */
function filled(params: unknown, common: unknown): unknown {
  // `params` is spread twice, so that its members come first and win.
  return isObject(params) && isObject(common) ? { ...params, ...common, ...params } : params;
}

function readPatches(given: unknown, nameOf: NameOf): ReadonlyMap<string, JsonObject> {
  if (!isObject(given)) return noPatches;
  const patches = new Map<string, JsonObject>();
  for (const [key, patch] of Object.entries(given)) {
    const name = nameOf(key);
    if (name !== undefined && isObject(patch) && !patches.has(name)) patches.set(name, patch);
  }
  return patches;
}

function visibleImp(imp: Imp, promoted: readonly string[], namespace: string): Imp {
  if (imp.ext === undefined) return imp;
  const svc = own(imp.ext, namespace);
  const left = isObject(svc) ? orNone(without(svc, hiddenImpMembers)) : svc;
  return withChanges(imp, { ext: withChanges(without(imp.ext, promoted), { [namespace]: left }) });
}
