/** What stored requests have in common that the parameters of a URL change (decisions, 'AMP'). */
import { isObject, own, type JsonObject } from '../../src/openrtb/json-object.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { yieldRequest } from '../../src/openrtb/yield-stored.ts';
import type { PageConsent } from '../../src/stages/prepare/read-page-consent.ts';

/** The changed request; if there are `faults`, only these count. */
export interface PageRequest {
  readonly request: BidRequest;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

/** The request with the consent that its URL states, and without stored consent in other places. */
export function withConsent(request: BidRequest, consent: PageConsent, namespace: string): BidRequest {
  const kept = yieldRequest(request, stated({}, consent), namespace);
  return stated(kept, consent);
}

function stated(request: BidRequest, { regs, user, addtlConsent, providers }: PageConsent): BidRequest {
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
