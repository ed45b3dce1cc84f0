/** Composes the request of an AMP page: the stored one, changed by the page's parameters (decisions, 'AMP'). */
import { isObject, own, type JsonObject } from '../src/openrtb/merge-patch.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import { requestSvc } from '../src/openrtb/svc.ts';
import { yieldRequest } from '../src/openrtb/yield-stored.ts';
import { doubtAmp } from '../src/stages/prepare/doubt-amp.ts';
import { ampFaults, overrideAmp } from '../src/stages/prepare/override-amp.ts';
import { overrideAmpImp } from '../src/stages/prepare/override-amp-imp.ts';
import { readAmpConsent, type AmpConsent } from '../src/stages/prepare/read-amp-consent.ts';
import { readAmpSizes } from '../src/stages/prepare/read-amp-sizes.ts';

/** The changed request; nothing but `faults` counts when there are any. */
export interface AmpRequest {
  readonly request: BidRequest;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

/** The request with the parameters that stand at `ext.<namespace>.amp.data`; its JSON types have been checked. */
export function ampRequest(request: BidRequest, namespace: string): AmpRequest {
  const faults = ampFaults(request);
  if (faults.length > 0) return { request, faults, warnings: [] };
  const data = new Map(Object.entries(requestSvc(request, namespace)?.amp?.data ?? {}));
  const text = (name: string): string => data.get(name) ?? '';
  const [imp] = request.imp as [NonNullable<BidRequest['imp']>[number]];
  const formats = readAmpSizes(data, imp.banner?.format ?? []);
  const changed = overrideAmpImp(imp, { slot: text('slot'), targeting: text('targeting'), formats });
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

function withConsent(request: BidRequest, { regs, user, addtlConsent, providers }: AmpConsent): BidRequest {
  const changed = { ...request };
  if (Object.keys(regs).length > 0) changed.regs = { ...request.regs, ...regs };
  if (Object.keys(user).length > 0) changed.user = { ...request.user, ...user };
  if (addtlConsent === '') return changed;
  const given = changed.user?.ext;
  const settings = (name: string, value: unknown): JsonObject => {
    const known = own(given, name);
    return { [name]: { ...(isObject(known) && known), consented_providers: value } };
  };
  const ext = {
    ...given,
    ...settings('ConsentedProvidersSettings', addtlConsent),
    // Google's own place, where bidders look for numbers.
    ...(providers.length > 0 && settings('consented_providers_settings', providers)),
  };
  return { ...changed, user: { ...changed.user, ext } };
}
