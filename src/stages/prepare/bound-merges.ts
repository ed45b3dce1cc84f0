/** Decides how much of a request its changes for single bidders may copy (spec 4.1.10; decisions, '`imp.ext.svc.imp.<bidder>`'). */
import { hasMoreMembers } from '../../openrtb/has-more-members.ts';
import { isObject, own } from '../../openrtb/merge-patch.ts';
import { once } from '../../openrtb/once.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { impSvc, requestSvc } from '../../openrtb/svc.ts';

/** Members of smaller objects cost next to nothing. */
const fewMembers = 100;
/** Members of all copies of larger ones. */
const mostMembers = 50_000;

/** The fault of a request whose `bidderconfig` and whose imps' changes for single bidders would copy too much; the caller has checked the types. */
export function boundMerges(request: BidRequest, namespace: string): string[] {
  const { imp = [] } = request;
  const bidderconfig = requestSvc(request, namespace)?.bidderconfig;
  if (bidderconfig === undefined && !imp.some((one) => impSvc(one, namespace)?.imp)) return [];
  const copied = copiedMembers();
  let members = 0;
  const entries = Array.isArray(bidderconfig) ? bidderconfig : [bidderconfig];
  for (const entry of entries) members += copied(request, entry?.config?.ortb2);
  for (const one of imp) {
    for (const patch of Object.values(impSvc(one, namespace)?.imp ?? {})) members += copied(one, patch);
  }
  if (members <= mostMembers) return [];
  const places = `ext.${namespace}.bidderconfig and imp[].ext.${namespace}.imp`;
  return [
    `${places} change objects of many members for many bidders: keep these at ${fewMembers} members, or change others`,
  ];
}

/** Counts the members of those larger objects in `target` of which a merge of `patch` makes copies. */
function copiedMembers(): (target: unknown, patch: unknown) => number {
  const sizeOf = once((object: object) => Object.keys(object).length);
  return function count(target, patch): number {
    if (!isObject(target) || !isObject(patch)) return 0;
    let members = hasMoreMembers(target, fewMembers) ? sizeOf(target) : 0;
    for (const key in patch) members += count(own(target, key), patch[key]);
    return members;
  };
}
