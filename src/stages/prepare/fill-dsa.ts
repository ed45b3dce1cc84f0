/** Decides what a request says of the EU's Digital Services Act when its page says nothing: what the account does (IAB Tech Lab, 'DSA Transparency'). */
import type { DsaSettings } from '../../config/dsa-settings.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/** The request with the account's `regs.ext.dsa`, unless it has one; the same where the account has none for it. */
export function fillDsa(request: BidRequest, settings: DsaSettings | undefined, isUnderGdpr: boolean): BidRequest {
  const { regs } = request;
  const isWanted = settings?.default !== undefined && (isUnderGdpr || settings.gdprOnly !== true);
  if (!isWanted || regs?.ext?.dsa) return request;
  return { ...request, regs: { ...regs, ext: { ...regs?.ext, dsa: settings.default } } };
}
