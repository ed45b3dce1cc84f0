/**
 * Composes the imps that a request changes for single bidders: merged, then validated like any other imp (decisions,
 * '`imp.ext.svc.imp.<bidder>`').
 */
import type { Problem } from '../../src/errors.ts';
import { memberPath, type RequestRules } from '../../src/openrtb/findings.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import { mergeBidderImp } from '../../src/stages/prepare/merge-bidder-imp.ts';
import { readNatives } from '../../src/stages/prepare/read-natives.ts';
import { validateImps } from '../../src/stages/prepare/validate-imps.ts';
import type { ImpWithStandIns } from './stand-ins.ts';

/** An imp and the forms that single bidders get instead, by code or alias. */
export interface OfferedImp extends ImpWithStandIns {
  readonly own: ReadonlyMap<string, Imp>;
}

/** The imps, and the problems of merging. */
interface MergedImps {
  readonly imps: readonly OfferedImp[];
  readonly faults: readonly string[];
  readonly warnings: readonly Problem[];
}

const nothing: ReadonlyMap<string, Imp> = new Map();

/** Merges each bidder's patch into its imp, for the bidders that take part. */
export function mergeImps(assigned: readonly ImpWithStandIns[], rules: RequestRules): MergedImps {
  const faults: string[] = [];
  const warnings: Problem[] = [];
  const imps = assigned.map((one, at) => {
    if (one.patches.size === 0) return { ...one, own: nothing };
    const own = new Map<string, Imp>();
    for (const [name, patch] of one.patches) {
      if (!one.names.includes(name)) continue;
      const path = memberPath(`imp[${at}].ext.${rules.namespace}.imp`, name);
      const merged = mergeOne(one.imp, patch, { path, rules });
      own.set(name, merged.imp);
      faults.push(...merged.faults);
      warnings.push(...merged.warnings);
    }
    return { ...one, own };
  });
  return { imps, faults, warnings };
}

function mergeOne(imp: Imp, patch: JsonObject, { path, rules }: { path: string; rules: RequestRules }) {
  const { imp: merged, verdict } = mergeBidderImp(imp, patch, { path, namespace: rules.namespace });
  if (verdict.faults.length > 0) return { imp: merged, faults: verdict.faults, warnings: verdict.warnings };
  const request = { imp: [merged] };
  // An unchanged native text, which may be as long as the request, is not parsed again for each bidder.
  const isRead = merged.native?.request !== undefined && merged.native.request === imp.native?.request;
  const native = isRead ? { request, faults: [] } : readNatives(request);
  const found = [...validateImps(request, rules).faults, ...native.faults];
  const known = found.length === 0 ? [] : faultsOf(imp, rules);
  const faults = found.filter((fault) => !known.includes(fault));
  return {
    imp: native.request.imp?.[0] ?? merged,
    faults: faults.map((fault) => fault.replace(/^imp\[0\]/, () => path)),
    warnings: verdict.warnings,
  };
}

/** The faults of an unchanged imp, except those in a native text of its own, which are reported at the imp. */
function faultsOf(imp: Imp, rules: RequestRules): string[] {
  const request = { imp: [imp] };
  const native = imp.native?.request === undefined ? readNatives(request).faults : [];
  return [...validateImps(request, rules).faults, ...native];
}
