/** Composes the request of an AMP page: the stored one, changed by the page's parameters (decisions, 'AMP'). */
import type { JsonObject } from '../src/openrtb/merge-patch.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import { requestSvc } from '../src/openrtb/svc.ts';
import { yieldRequest } from '../src/openrtb/yield-stored.ts';
import { doubtAmp } from '../src/stages/prepare/doubt-amp.ts';
import { ampFaults, overrideAmp } from '../src/stages/prepare/override-amp.ts';
import { overrideAmpImp } from '../src/stages/prepare/override-amp-imp.ts';
import { readAmpConsent } from '../src/stages/prepare/read-amp-consent.ts';
import { readAmpSizes } from '../src/stages/prepare/read-amp-sizes.ts';
import { withConsent, type PageRequest } from './page-request.ts';

/** The request with the parameters that stand at `ext.<namespace>.amp.data`; its JSON types have been checked. */
export function ampRequest(request: BidRequest, namespace: string): PageRequest {
  const faults = ampFaults(request);
  if (faults.length > 0) return { request, faults, warnings: [] };
  const data = new Map(Object.entries(requestSvc(request, namespace)?.amp?.data ?? {}));
  const text = (name: string): string => data.get(name) ?? '';
  const [imp] = request.imp as [NonNullable<BidRequest['imp']>[number]];
  const formats = readAmpSizes(data, imp.banner?.format ?? []);
  const changed = overrideAmpImp({ ...imp, secure: 1 }, { slot: text('slot'), targeting: text('targeting'), formats });
  const consent = readAmpConsent(data);
  const page = { namespace, curl: text('curl'), isDebug: text('debug').trim() === '1' };
  const kept = yieldRequest(request as JsonObject, withConsent({}, consent), namespace) as BidRequest;
  const whole = overrideAmp({ ...withConsent(kept, consent), imp: [changed.imp] }, page);
  return {
    request: whole.request,
    faults: changed.faults,
    warnings: [...doubtAmp(data), ...changed.warnings, ...consent.warnings, ...whole.warnings],
  };
}
