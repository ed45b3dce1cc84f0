/** Decides which bidders each imp is offered to, and with which params (spec 4.1.1, 4.1.15; decisions, 'Deprecated imp.ext.<bidder>', 'bidderparams'). */
import { reservedNames, type NameOf } from '../../openrtb/bidder-names.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { isObject, own, setOwn, without, type JsonObject } from '../../openrtb/merge-patch.ts';
import { hiddenImpMembers } from '../../openrtb/svc.ts';

/** One imp, what bidders see of it, and the params of each bidder that is asked for it. */
export interface AssignedImp {
  /** Without bidder params and without what only the service reads. */
  readonly imp: Imp;
  /** By code or alias, in the order of the request; params are as given when they are no object. */
  readonly asked: ReadonlyMap<string, unknown>;
  /** What is to be merged into the imp of one bidder: `ext.<namespace>.imp`, by code or alias. */
  readonly patches: ReadonlyMap<string, JsonObject>;
  /** Names under `ext.<namespace>.bidder` that nobody here answers to. */
  readonly unknown: readonly string[];
  /** Names that stand for a bidder that an earlier name stands for. */
  readonly repeated: readonly string[];
  /** Keys left in `imp.ext` that may be bidders nobody knows (only when `ext.<namespace>.bidder` is absent). */
  readonly suspects: readonly string[];
}

/** What assignment depends on: `bidderparams` are `ext.<namespace>.bidderparams`, by code or alias. */
export interface AssignmentRules {
  readonly namespace: string;
  readonly nameOf: NameOf;
  readonly bidderparams: ReadonlyMap<string, unknown>;
}

const noPatches: ReadonlyMap<string, JsonObject> = new Map();

/** Takes the bidders out of `imp.ext`: those under `<namespace>.bidder` first, then the deprecated ones. `imp` is not changed. */
export function assignBidders(imp: Imp, rules: AssignmentRules): AssignedImp {
  const ext: JsonObject = imp.ext ?? {};
  const svc = own(ext, rules.namespace);
  const named = isObject(svc) ? own(svc, 'bidder') : undefined;
  const asking = new Asking(rules);
  const unknown: string[] = [];
  const bidders = isObject(named) ? named : {};
  for (const given of Object.keys(bidders)) {
    const params = bidders[given];
    if (params !== null && !asking.ask(given, params)) unknown.push(given);
  }
  const promoted: string[] = [];
  const suspects: string[] = [];
  for (const given of Object.keys(ext)) {
    if (reservedNames.has(given) || given === rules.namespace) continue;
    if (rules.nameOf(given) !== undefined) promoted.push(given);
    else if (named === undefined && ext[given] !== null) suspects.push(given);
  }
  for (const given of promoted) if (ext[given] !== null) asking.askDeprecated(given, ext[given]);
  const { asked, repeated } = asking;
  const patches = isObject(svc) ? readPatches(own(svc, 'imp'), rules.nameOf) : noPatches;
  return { imp: visibleImp(imp, promoted, rules.namespace), asked, patches, unknown, repeated, suspects };
}

/** The params of each bidder found so far. */
class Asking {
  readonly asked = new Map<string, unknown>();
  readonly repeated: string[] = [];
  readonly #rules: AssignmentRules;

  constructor(rules: AssignmentRules) {
    this.#rules = rules;
  }

  /** False for a name that nobody answers to; the first of several names of one bidder counts. */
  ask(given: string, params: unknown): boolean {
    const name = this.#rules.nameOf(given);
    if (name === undefined) return false;
    if (this.asked.has(name)) this.repeated.push(given);
    else this.asked.set(name, this.#filled(name, params));
    return true;
  }

  /** The deprecated place says nothing new of a bidder that is named in the other one. */
  askDeprecated(given: string, params: unknown): void {
    const name = this.#rules.nameOf(given);
    if (name !== undefined && !this.asked.has(name)) this.asked.set(name, this.#filled(name, params));
  }

  /** Params with the members of `bidderparams` that they lack. */
  #filled(name: string, params: unknown): unknown {
    const common = this.#rules.bidderparams.get(name);
    if (!isObject(params) || !isObject(common)) return params;
    const filled: { [key: string]: unknown } = { ...params };
    for (const key of Object.keys(common)) if (!Object.hasOwn(filled, key)) setOwn(filled, key, common[key]);
    return filled;
  }
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
  const left = isObject(svc) ? without(svc, hiddenImpMembers) : svc;
  const gone = isObject(left) && Object.keys(left).length === 0 ? [...promoted, namespace] : promoted;
  const ext = without(imp.ext, gone);
  if (left === svc && ext === imp.ext) return imp;
  return { ...imp, ext: left === svc || gone.includes(namespace) ? ext : { ...ext, [namespace]: left } };
}
