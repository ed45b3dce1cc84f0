/**
 * Composes the request of `GET /openrtb2/auction`: the stored one, changed by the parameters of the URL
 * (implementation B, its GET interface).
 */
import { own, type JsonObject } from '../../src/openrtb/json-object.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { requestSvc } from '../../src/openrtb/svc.ts';
import { overridePageImp } from '../../src/stages/prepare/override-page-imp.ts';
import { overrideGet, overrideGetImp, withStoredInventory } from '../../src/stages/prepare/override-get.ts';
import { readPageConsent } from '../../src/stages/prepare/read-page-consent.ts';
import { readPageSizes } from '../../src/stages/prepare/read-page-sizes.ts';
import { readGetParameters } from '../../src/stages/prepare/read-get-parameters.ts';
import { withConsent, type PageRequest } from './page-request.ts';

/**
 * The request with the parameters at `ext.<namespace>.get` applied; its JSON types have been checked.
 * `under` has the stored request alone, then the host's default.
 */
export function getRequest(
  request: BidRequest,
  { namespace, under }: { readonly namespace: string; readonly under: readonly (JsonObject | undefined)[] },
): PageRequest {
  const given = own(requestSvc(request, namespace), 'get') as readonly (readonly [string, string])[];
  const data = withAmpNames(new Map(given));
  const consent = readPageConsent(data, (amp) => statedName(amp, data));
  const kept = withConsent(withStoredInventory(request, under), consent, namespace);
  const isDebug = data.get('debug')?.trim() === '1';
  const { faults, ...parameters } = readGetParameters(data);
  const whole = overrideGet(kept, { ...parameters, isDebug }, namespace);
  const [imp] = whole.imp ?? [];
  if (imp === undefined) return { request: whole, faults, warnings: consent.warnings };
  const formats = readPageSizes(data, imp.banner?.format ?? []);
  const changed = overridePageImp(overrideGetImp(imp, parameters, formats), data, formats);
  return {
    request: { ...whole, imp: [changed.imp] },
    faults: [...faults, ...changed.faults],
    warnings: [...consent.warnings, ...changed.warnings],
  };
}

/** The names that AMP pages use for parameters of GET auctions. */
const ampNames = { sizes: 'ms', gdpr: 'gdpr_applies', gpps: 'gpp_sid', tcfc: 'consent_string' } as const;

/** The parameters, also under the names that AMP pages use. */
function withAmpNames(data: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const all = new Map(data);
  for (const [name, amp] of Object.entries(ampNames)) if (data.has(name)) all.set(amp, data.get(name)!);
  return data.has('tcfc') ? all.set('consent_type', '2') : all;
}

/** The name by which the URL states what AMP pages call `amp`. */
function statedName(amp: string, data: ReadonlyMap<string, string>): string {
  return Object.entries(ampNames).find(([name, other]) => other === amp && data.has(name))?.[0] ?? amp;
}
