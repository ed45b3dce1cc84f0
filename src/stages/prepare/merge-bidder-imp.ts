/** Decides what an imp becomes when the request changes it for one bidder (decisions, '`imp.ext.svc.imp.<bidder>`'). */
import { Findings, type Verdict } from '../../openrtb/findings.ts';
import { Imp } from '../../openrtb/imp.ts';
import { isObject, orNone, own, without, type JsonObject } from '../../openrtb/json-object.ts';
import { mergePatch } from '../../openrtb/merge-patch.ts';
import { raiseImp } from '../../openrtb/places.ts';
import { hiddenImpMembers, ImpSvc } from '../../openrtb/svc-parts.ts';
import { compileTypeCheck } from '../../openrtb/type-check.ts';
import { withChanges } from '../../openrtb/with-changes.ts';
import { yieldImp } from '../../openrtb/yield-stored.ts';

const maxFindings = 20;

const checkImp = compileTypeCheck(Imp);
const checkSvc = compileTypeCheck(ImpSvc);

/** The imp that one bidder is offered, and what was wrong with it. */
interface MergedImp {
  readonly imp: Imp;
  readonly verdict: Verdict;
}

/** The path of the patch in the request, and the service's namespace. */
interface PatchPlace {
  readonly path: string;
  readonly namespace: string;
}

/**
 * `imp` (as bidders may see it) changed by `patch` as RFC 7396 says, except for its id, and without what only the service reads. Faults
 * start with the patch's path. Neither argument is changed; untouched members are shared.
 */
export function mergeBidderImp(imp: Imp, patch: JsonObject, { path, namespace }: PatchPlace): MergedImp {
  const findings = new Findings(maxFindings);
  if (Object.hasOwn(patch, 'id') && patch['id'] !== imp.id) {
    findings.warn(`${path}.id cannot change the imp's id: ignored`);
  }
  const base = yieldImp(imp, patch, namespace);
  const merged = checkImp(mergePatch(base, without(patch, ['id'])), path, findings) ?? imp;
  const given = own(merged.ext, namespace);
  if (merged.ext === undefined || given === undefined) return { imp: merged, verdict: findings };
  const svc = checkSvc(given, `${path}.ext.${namespace}`, findings);
  const left = isObject(svc) ? orNone(without(svc, hiddenImpMembers)) : undefined;
  const ext = withChanges(merged.ext, { [namespace]: left });
  return { imp: raiseImp({ ...merged, ext }, namespace), verdict: findings };
}
