/** Decides which bidders each imp is offered to, and with which params (spec 4.1.1, 4.1.15; decisions, 'Deprecated imp.ext.<bidder>', 'bidderparams'). */
import type { Imp } from '../../openrtb/imp.ts';
import { isObject, own, setOwn, without, type JsonObject } from '../../openrtb/merge-patch.ts';

/** One imp, what bidders see of it, and the params of each bidder that is asked for it. */
export interface AssignedImp {
  /** Without bidder params and without what only the service reads. */
  readonly imp: Imp;
  /** In the order of the request; params are as given when they are no object. */
  readonly asked: ReadonlyMap<string, unknown>;
  /** Names under `ext.<namespace>.bidder` that nobody here answers to. */
  readonly unknown: readonly string[];
  /** Keys left in `imp.ext` that look like bidders nobody knows (only when `ext.<namespace>.bidder` is absent). */
  readonly suspects: readonly string[];
}

/** What assignment depends on: `bidderparams` are `ext.<namespace>.bidderparams`. */
export interface AssignmentRules {
  readonly namespace: string;
  readonly isKnown: (name: string) => boolean;
  readonly bidderparams: JsonObject | undefined;
}

/** Keys of `imp.ext` that never name a bidder (implementation A 1.6). */
const reserved = new Set(
  'context data gpid skadn tid ae igs bidder general all prebid __proto__ constructor prototype'.split(' '),
);

/** Members of `imp.ext.<namespace>` that only the service reads (decisions, 'What bidders do not see'). */
const hidden = ['bidder', 'imp', 'storedrequest', 'storedauctionresponse', 'storedbidresponse'];

/** Takes the bidders out of `imp.ext`: those under `<namespace>.bidder` first, then the deprecated ones. `imp` is not changed. */
export function assignBidders(imp: Imp, rules: AssignmentRules): AssignedImp {
  const ext: JsonObject = imp.ext ?? {};
  const svc = own(ext, rules.namespace);
  const named = isObject(svc) ? own(svc, 'bidder') : undefined;
  const asked = new Map<string, unknown>();
  const unknown: string[] = [];
  for (const [name, params] of Object.entries(isObject(named) ? named : {})) {
    if (params === null) continue;
    if (rules.isKnown(name)) asked.set(name, filledParams(name, params, rules));
    else unknown.push(name);
  }
  const promoted: string[] = [];
  const suspects: string[] = [];
  for (const name of Object.keys(ext)) {
    if (reserved.has(name) || name === rules.namespace) continue;
    if (rules.isKnown(name)) {
      promoted.push(name);
      if (!asked.has(name) && ext[name] !== null) asked.set(name, filledParams(name, ext[name], rules));
    } else if (named === undefined && isObject(ext[name])) suspects.push(name);
  }
  return { imp: visibleImp(imp, svc, promoted, rules.namespace), asked, unknown, suspects };
}

/** Params with the members of `bidderparams` that they lack. */
function filledParams(name: string, params: unknown, rules: AssignmentRules): unknown {
  const common = own(rules.bidderparams, name);
  if (!isObject(params) || !isObject(common)) return params;
  const filled: { [key: string]: unknown } = { ...params };
  for (const key of Object.keys(common)) if (!Object.hasOwn(filled, key)) setOwn(filled, key, common[key]);
  return filled;
}

function visibleImp(imp: Imp, svc: unknown, promoted: readonly string[], namespace: string): Imp {
  if (imp.ext === undefined) return imp;
  const left = isObject(svc) ? without(svc, hidden) : svc;
  const gone = isObject(left) && Object.keys(left).length === 0 ? [...promoted, namespace] : promoted;
  const ext = without(imp.ext, gone);
  if (left === svc && ext === imp.ext) return imp;
  return { ...imp, ext: left === svc || gone.includes(namespace) ? ext : { ...ext, [namespace]: left } };
}
