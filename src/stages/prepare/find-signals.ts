/** Decides where a bid request states its privacy signals (spec 2.2; decisions, 'OpenRTB 2.6 places', 'Privacy'). */
import type { BidRequest } from '../../openrtb/request.ts';
import { namesCountry } from '../../privacy/gdpr-scope.ts';
import type { RawSignals } from '../../privacy/signals.ts';

/**
 * The signals as they stand in the request. GDPR goes by the user's country, else, or where that names none, the device's; activity
 * rules go by where the device is, as with implementation B, else by the user's home. The caller has checked the types and moved 2.5 places; GPP is
 * read from its older place under `ext` as well, where the newer one states nothing: an empty text or list is none.
 */
export function findSignals({ regs, user, device }: BidRequest): RawSignals {
  const [home, here] = [user?.geo, device?.geo];
  const geo = here?.country ? here : home;
  return {
    gdpr: regs?.gdpr,
    consent: user?.consent ?? '',
    usPrivacy: regs?.us_privacy ?? '',
    gpp: regs?.gpp || regs?.ext?.gpp || '',
    gppSids: regs?.gpp_sid?.length ? regs.gpp_sid : regs?.ext?.gpp_sid,
    coppa: regs?.coppa === 1,
    lmt: device?.lmt === 1,
    gpc: String(regs?.ext?.gpc ?? ''),
    country: (home?.country && namesCountry(home.country) ? home.country : here?.country) ?? '',
    geo: { country: geo?.country ?? '', region: geo?.region ?? '' },
  };
}
