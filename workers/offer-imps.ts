/** Composes which imps are offered to whom, once the request has passed every validation (spec 4.1.15, 7; decisions, 'Imps'). */
import type { Bidder } from '../src/adapter/contract.ts';
import { addProblem, errorCode, warningCode, type Problems } from '../src/errors.ts';
import { isObject, own } from '../src/openrtb/merge-patch.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import { assignBidders, type AssignedImp } from '../src/stages/prepare/assign-bidders.ts';
import { resolveAliases, type AliasNames } from '../src/stages/prepare/resolve-aliases.ts';
import type { HopParts } from './parts.ts';
import { refuse, type RequestRead } from './read-request.ts';
import { validate } from './validate.ts';

/** The valid request, its imps that at least one bidder is asked for, and who answers to a name. */
export interface Offer {
  readonly request: BidRequest;
  readonly imps: readonly AssignedImp[];
  readonly find: (name: string) => Bidder | undefined;
}

/** Where problems found on the way are added. */
export interface ProblemSinks {
  readonly errors: Problems;
  readonly warnings: Problems;
}

/** Validates the request and assigns its imps. Throws a `RequestError` with every fault found. */
export function offerImps(read: RequestRead, { config, registry }: HopParts, sinks: ProblemSinks): Offer {
  const { namespace, validation } = config;
  const { find, faults, warnings } = resolveAliases(read.svc as AliasNames, registry, `ext.${namespace}`);
  for (const text of warnings) addProblem(sinks.warnings, 'general', warningCode.general, text);
  const isKnown = (name: string): boolean => find(name) !== undefined;
  const valid = validate(read.request, { namespace, isKnown });
  for (const { code, message } of valid.warnings) addProblem(sinks.warnings, 'general', code, message);
  const bidderparams = own(read.svc, 'bidderparams');
  const rules = { namespace, isKnown, bidderparams: isObject(bidderparams) ? bidderparams : undefined };
  const assigned = (valid.request.imp ?? []).map((imp) => assignBidders(imp, rules));
  const unknown = assigned.flatMap((imp, at) => imp.unknown.map((name) => ({ at, name })));
  const unknownFaults = validation.unknownBidder === 'reject' ? unknown.map((one) => unknownFault(one, namespace)) : [];
  const paramsFaults = validation.badParams === 'reject' ? assigned.flatMap((imp, at) => badParams(imp, at, find)) : [];
  refuse([...valid.faults, ...faults, ...unknownFaults, ...paramsFaults]);
  for (const one of unknown) addProblem(sinks.errors, one.name, errorCode.badInput, unknownFault(one, namespace));
  return { request: valid.request, imps: offered(assigned, namespace, sinks), find };
}

function unknownFault({ at, name }: { at: number; name: string }, namespace: string): string {
  const shown = JSON.stringify(name.slice(0, 64));
  return `imp[${at}].ext.${namespace}.bidder names ${shown}, which is no bidder of this host: correct the name or configure it`;
}

function badParams({ asked }: AssignedImp, at: number, find: Offer['find']): string[] {
  return [...asked].flatMap(([name, params]) => {
    const fault = find(name)?.adapter.paramsFault(params);
    return fault === undefined ? [] : [`imp[${at}]: the params of ${JSON.stringify(name.slice(0, 64))} ${fault}`];
  });
}

/** Drops imps that nobody is asked for, with a warning; refuses a request that is left with none. */
function offered(assigned: readonly AssignedImp[], namespace: string, { warnings }: ProblemSinks): AssignedImp[] {
  const warn = (text: string): void => addProblem(warnings, 'general', warningCode.general, text);
  const left = assigned.filter((imp, at) => {
    for (const name of imp.suspects) {
      warn(`imp[${at}].ext has ${JSON.stringify(name.slice(0, 64))}, which is no bidder of this host: left as it is`);
    }
    if (imp.asked.size > 0) return true;
    warn(`imp[${at}] names no bidder of this host: it takes no part`);
    return false;
  });
  if (left.length > 0) return left;
  refuse([`no imp names a bidder of this host: set imp[].ext.${namespace}.bidder.<code>`]);
  return [];
}
