/**
 * Decides what a request says about the EU's Digital Services Act when its page says nothing: the account's default
 * (IAB Tech Lab, 'DSA Transparency').
 */
import type { DsaSettings } from '../../config/dsa-settings.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/**
 * The request with the account's default as `regs.ext.dsa`; the same request where it has its own, or the account has no default for it.
 */
export function fillDsa(request: BidRequest, settings: DsaSettings | undefined, isUnderGdpr: boolean): BidRequest {
  const { regs } = request;
  const isWanted = settings?.default !== undefined && (isUnderGdpr || settings.gdprOnly !== true);
  if (!isWanted || regs?.ext?.dsa) return request;
  return { ...request, regs: { ...regs, ext: { ...regs?.ext, dsa: settings.default } } };
}
