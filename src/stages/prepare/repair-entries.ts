/**
 * Decides which user ids, id permissions and privacy strings are dropped, with a warning each (decisions, 'Wrong fields').
 * Entries of `multibid` and `adservertargeting` are judged where they are read, in stages/settle.
 */
import { warningCode, type Problem } from '../../errors.ts';
import { isKnownOrAll } from '../../openrtb/bidder-names.ts';
import { clientIndex } from '../../openrtb/client-indexes.ts';
import { eidKey, conditionsOf, type EidPermission } from '../../openrtb/eid-permission.ts';
import { Findings, quoted, type RequestRules } from '../../openrtb/findings.ts';
import { repairEids } from '../../openrtb/repair-eids.ts';
import type { BidRequest, Regs } from '../../openrtb/request.ts';
import { requestSvc, type RequestSvc } from '../../openrtb/svc.ts';
import type { User } from '../../openrtb/user.ts';
import { withChanges } from '../../openrtb/with-changes.ts';
import { isUsPrivacy } from '../../openrtb/us-privacy.ts';

/**
 * The request without bad entries of `user.eids` and `eidpermissions`, and without a malformed `regs.us_privacy` or `regs.gpp`; the same
 * request when nothing is dropped. The caller has checked the types and moved 2.5 places.
 */
export function repairEntries(request: BidRequest, rules: RequestRules): { request: BidRequest; warnings: Problem[] } {
  const findings = new Findings();
  const { user, regs, ext } = request;
  const { namespace } = rules;
  const svc = requestSvc(request, namespace);
  const changed = withChanges(request, {
    ext: ext && withChanges(ext, { [namespace]: svc && repairSvc(svc, rules, findings) }),
    user: user && repairUser(user, findings),
    regs: regs && repairRegs(regs, findings),
  });
  return { request: changed, warnings: findings.warnings };
}

function repairUser(user: User, findings: Findings): User {
  if (user.eids === undefined) return user;
  const eids = repairEids(user.eids, 'user.eids', findings);
  // No member rather than an empty list, as for a bidder that may see no id.
  return withChanges(user, { eids: eids.length > 0 ? eids : undefined });
}

function repairRegs(regs: Regs, findings: Findings): Regs {
  const { us_privacy, gpp } = regs;
  const isBadUsPrivacy = us_privacy !== undefined && us_privacy !== '' && !isUsPrivacy(us_privacy);
  // Only the header is checked: an opt-out in one section counts even if another is malformed, as in regs.ext.gpp and in user sync.
  const isBadGpp = gpp !== undefined && gpp !== '' && !/^D[\w-]*(?:~|$)/.test(gpp);
  if (isBadUsPrivacy) {
    findings.warn('regs.us_privacy does not have the form 1YNN: it is ignored', warningCode.privacy);
  }
  if (isBadGpp) findings.warn('regs.gpp is not a GPP string: it is ignored', warningCode.privacy);
  return withChanges(regs, { us_privacy: isBadUsPrivacy ? undefined : us_privacy, gpp: isBadGpp ? undefined : gpp });
}

function repairSvc(svc: RequestSvc, { namespace, nameOf }: RequestRules, findings: Findings): RequestSvc {
  const { data } = svc;
  if (data?.eidpermissions === undefined) return svc;
  const path = `ext.${namespace}.data.eidpermissions`;
  for (const { bidders } of data.eidpermissions) {
    findings.warnOfUnknown(bidders ?? [], path, isKnownOrAll(nameOf));
  }
  const eidpermissions = repairPermissions(data.eidpermissions, path, findings);
  return withChanges(svc, { data: withChanges(data, { eidpermissions }) });
}

function repairPermissions(permissions: EidPermission[], path: string, findings: Findings): EidPermission[] {
  const seen = new Set<string>();
  const kept = permissions.filter((permission, index) => {
    const { source, bidders } = permission;
    const conditions = conditionsOf(permission);
    const key = conditions.length === 0 ? (source ?? '') : `${conditions.join()} ${eidKey(permission, conditions)}`;
    let fault = '';
    if (!source) fault = 'has no source';
    else if (seen.has(key)) fault = `repeats the source ${quoted(source)}`;
    else if (bidders === undefined) fault = 'has no bidders';
    else if (bidders.length > 1 && bidders.includes('*')) fault = 'holds "*" beside names';
    if (fault === '') seen.add(key);
    else findings.warn(`${path}[${clientIndex(permissions, index)}] ${fault}: the entry is ignored`, warningCode.eids);
    return fault === '';
  });
  return kept.length === permissions.length ? permissions : kept;
}
