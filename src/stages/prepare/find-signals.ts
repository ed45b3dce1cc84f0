/** Decides where a bid request states its privacy signals (spec 2.2; decisions, 'OpenRTB 2.6 places', 'Privacy'). */
import type { BidRequest } from '../../openrtb/request.ts';
import { namesCountry } from '../../privacy/gdpr-scope.ts';
import type { RawSignals } from '../../privacy/signals.ts';

/**
 * The signals as the request states them. GDPR goes by the user's country or, where that is missing or names no country, the device's.
 * Activity rules go by the device's location, as in implementation B, else by the user's home. The caller has checked the types and moved
 * 2.5 places; GPP is also read from its older place under `ext` where the newer one is missing or empty.
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
