/** Composes the request of an AMP page: the stored one, changed by the page's parameters (decisions, 'AMP'). */
import type { BidRequest } from '../../src/openrtb/request.ts';
import { requestSvc } from '../../src/openrtb/svc.ts';
import { doubtAmp } from '../../src/stages/prepare/doubt-amp.ts';
import { ampFaults, overrideAmp } from '../../src/stages/prepare/override-amp.ts';
import { overridePageImp } from '../../src/stages/prepare/override-page-imp.ts';
import { readPageConsent } from '../../src/stages/prepare/read-page-consent.ts';
import { readPageSizes } from '../../src/stages/prepare/read-page-sizes.ts';
import { withConsent, type PageRequest } from './page-request.ts';

/** The request with the parameters at `ext.<namespace>.amp.data` applied; its JSON types have been checked. */
export function ampRequest(request: BidRequest, namespace: string): PageRequest {
  const faults = ampFaults(request);
  if (faults.length > 0) return { request, faults, warnings: [] };
  const data = new Map(Object.entries(requestSvc(request, namespace)?.amp?.data ?? {}));
  const imp = request.imp![0]!;
  const formats = readPageSizes(data, imp.banner?.format ?? []);
  const changed = overridePageImp({ ...imp, secure: 1 }, data, formats);
  const consent = readPageConsent(data);
  const page = { namespace, curl: data.get('curl') ?? '', isDebug: data.get('debug')?.trim() === '1' };
  const whole = overrideAmp({ ...withConsent(request, consent, namespace), imp: [changed.imp] }, page);
  return {
    request: whole.request,
    faults: changed.faults,
    warnings: [...doubtAmp(data), ...changed.warnings, ...consent.warnings, ...whole.warnings],
  };
}
