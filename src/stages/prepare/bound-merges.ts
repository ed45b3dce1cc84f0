/** Decides how much a request's changes for single bidders may copy (spec 4.1.10; decisions, '`imp.ext.svc.imp.<bidder>`'). */
import { copiedMembers, fewMembers, mostMembers } from '../../openrtb/copied-members.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { impSvc } from '../../openrtb/svc-parts.ts';
import { bidderConfigs, requestSvc } from '../../openrtb/svc.ts';

/**
 * The fault of a request whose `bidderconfig` and per-bidder imps would copy too much; empty for none. The caller has checked the types.
 */
export function boundMerges(request: BidRequest, namespace: string): string[] {
  const { imp = [] } = request;
  const svc = requestSvc(request, namespace);
  if (svc?.bidderconfig === undefined && !imp.some((one) => impSvc(one, namespace)?.imp)) return [];
  const copied = copiedMembers();
  let members = 0;
  for (const { config } of bidderConfigs(svc ?? {})) members += copied(request, config?.ortb2);
  for (const one of imp) {
    // A patch's own objects are copied too: a hundred imps may get the patch from one stored imp.
    for (const patch of Object.values(impSvc(one, namespace)?.imp ?? {}))
      members += copied(one, patch) + copied(patch, patch);
    if (members > mostMembers) break;
  }
  if (members <= mostMembers) return [];
  const places = `ext.${namespace}.bidderconfig and imp[].ext.${namespace}.imp`;
  return [`${places} change large objects for many bidders: keep these at ${fewMembers} members, or change others`];
}
