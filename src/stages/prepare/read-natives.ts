/** Decides whether the native requests of all imps are valid, and fills in missing asset ids (decisions, 'Native assets'). */
import { Findings } from '../../openrtb/findings.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { readNative } from '../../openrtb/read-native.ts';
import { mapShared, withChanges } from '../../openrtb/with-changes.ts';

/** The request with every native asset numbered, and the faults found. The same request when no id was missing. */
export function readNatives(request: BidRequest): { request: BidRequest; faults: string[] } {
  const findings = new Findings();
  const imp = mapShared(request.imp ?? [], (imp, index) => {
    if (imp.native === undefined) return imp;
    const { faults, request } = readNative(imp.native, `imp[${index}]`);
    for (const fault of faults) findings.fault(fault);
    return request === undefined ? imp : { ...imp, native: { ...imp.native, request } };
  });
  return { request: request.imp === undefined ? request : withChanges(request, { imp }), faults: findings.faults };
}
