/** Decides where bidders that do not declare OpenRTB 2.6 find what it moved: under `ext` (decisions, 'OpenRTB 2.6 places'). */
import { lowerImp, lowerRegs, lowerSource, lowerUser } from '../../openrtb/places.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { mapShared, withChanges } from '../../openrtb/with-changes.ts';

/**
 * The request with `regs.ext.gdpr`, `regs.ext.us_privacy`, `user.ext.consent`, `user.ext.eids`, `source.ext.schain` and
 * `imp.ext.<namespace>.is_rewarded_inventory` instead of their 2.6 places. Shares all that does not move; the same request when nothing does.
 */
export function toOrtb25Places(request: BidRequest, namespace: string): BidRequest {
  const { imp, regs, user, source } = request;
  return withChanges(request, {
    imp: imp && mapShared(imp, (imp) => lowerImp(imp, namespace)),
    regs: regs && lowerRegs(regs),
    user: user && lowerUser(user),
    source: source && lowerSource(source),
  });
}
