/**
 * Decides whether the rules of `bidadjustments` can be applied: with a fault in one, all are ignored, with a warning
 * (implementations A 2.1, B 4).
 */
import { warningCode, type Problem } from '../../errors.ts';
import { adjustedTypes, findAdjustmentFault } from '../../money/bid-adjustments.ts';
import { isKnownOrAll } from '../../openrtb/bidder-names.ts';
import { Findings, memberPath, type AnyCaseRules } from '../../openrtb/findings.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { requestSvc } from '../../openrtb/svc.ts';
import type { BidAdjustments } from '../../openrtb/svc-pricing.ts';
import { withChanges } from '../../openrtb/with-changes.ts';

/**
 * The request without its rules if they have a fault, else the same request; warns of names for which rules have no effect.
 * The caller has checked the types.
 */
export function repairBidAdjustments(
  request: BidRequest,
  rules: AnyCaseRules,
): { request: BidRequest; warnings: readonly Problem[] } {
  const { namespace } = rules;
  const adjustments = requestSvc(request, namespace)?.bidadjustments;
  if (adjustments === undefined) return { request, warnings: [] };
  const root = `ext.${namespace}.bidadjustments`;
  const fault = findAdjustmentFault(adjustments);
  if (fault === undefined) return { request, warnings: warningsOfNames(adjustments, root, rules) };
  const message = `${fault.path.reduce(memberPath, root)} ${fault.what}; until then all of bidadjustments is ignored`;
  const { ext = {} } = request;
  const svc = withChanges(ext[namespace] as object, { bidadjustments: undefined });
  return {
    request: withChanges(request, { ext: withChanges(ext, { [namespace]: svc }) }),
    warnings: [{ code: warningCode.bidAdjustments, message }],
  };
}

const types: ReadonlySet<string> = new Set(adjustedTypes);

function warningsOfNames({ mediatype }: BidAdjustments, root: string, { isKnownInAnyCase }: AnyCaseRules): Problem[] {
  const findings = new Findings();
  if (mediatype === undefined) {
    findings.warn(`${root} has no mediatype, so it changes no price`, warningCode.bidAdjustments);
  }
  for (const [type, bidders] of Object.entries(mediatype ?? {})) {
    const path = memberPath(`${root}.mediatype`, type);
    if (types.has(type)) {
      findings.warnOfUnknown(Object.keys(bidders), path, isKnownOrAll(isKnownInAnyCase));
    } else {
      findings.warn(`${path} is ignored: use one of ${adjustedTypes.join(', ')}`, warningCode.bidAdjustments);
    }
  }
  return findings.warnings;
}
