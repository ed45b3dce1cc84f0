/**
 * Decides where later stages find what OpenRTB 2.5 kept under `ext`: in its 2.6 place, and only there (decisions, 'OpenRTB 2.6 places').
 */
import { raiseImp, raiseRegs, raiseSource, raiseUser } from '../../openrtb/places.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { mapShared, withChanges } from '../../openrtb/with-changes.ts';

/**
 * The request with `regs.gdpr`, `regs.us_privacy`, `user.consent`, `user.eids`, `source.schain` and `imp.rwdd` as the only places of these
 * values; a 2.6 value wins over an older one. Everything that does not move is shared. The caller has checked the types.
 */
export function normalizePlaces(request: BidRequest, namespace: string): BidRequest {
  const { imp, regs, user, source, ext } = request;
  return withChanges(request, {
    imp: imp && mapShared(imp, (imp) => raiseImp(imp, namespace)),
    regs: regs && raiseRegs(regs),
    user: user && raiseUser(user),
    source: raiseSource(source, ext),
    ext: ext && withChanges(ext, { schain: undefined }),
  });
}
