/**
 * Reads the privacy signals of a request (decisions, 'Privacy'; implementation A 7): which laws apply, and what the user consented to and
 * opted out of.
 */
import { clientIndexes } from '../openrtb/client-indexes.ts';
import { gdprInGpp, tcfSection } from '../openrtb/gdpr-in-gpp.ts';
import { isUsPrivacy, usPrivacyOptsOut } from '../openrtb/us-privacy.ts';
import { geosOf, type Circumstances } from './activities.ts';
import { readConsent, type Consent, type SignalSources } from './consent.ts';
import { isUnderGdpr } from './gdpr-scope.ts';
import type { GppSections } from './gpp.ts';
import type { PrivacyPolicy } from './policy.ts';
import { gppOptsOut, gppUsPrivacy, usPrivacySection } from './us-opt-out.ts';

/** Raw privacy signals of a bid request or of sync parameters; '' and undefined for absent ones. */
export interface RawSignals {
  /** `regs.gdpr`: 1, 0, or undefined. */
  readonly gdpr: number | undefined;
  readonly consent: string;
  readonly usPrivacy: string;
  readonly gpp: string;
  readonly gppSids: readonly number[] | undefined;
  /** `regs.coppa` is 1. */
  readonly coppa: boolean;
  /** `device.lmt` is 1. */
  readonly lmt: boolean;
  /** `Sec-GPC`. */
  readonly gpc: string;
  /** The country that decides the scope of GDPR. */
  readonly country: string;
  /** The place that activity rules match; '' for unknown. */
  readonly geo: { readonly country: string; readonly region: string };
}

/** Signals with nothing stated: a base to override. */
export const silence: RawSignals = {
  gdpr: undefined,
  consent: '',
  usPrivacy: '',
  gpp: '',
  gppSids: undefined,
  coppa: false,
  lmt: false,
  gpc: '',
  country: '',
  geo: { country: '', region: '' },
};

/** Values from GPP for older fields that are not stated. Where GPP has none either, `gdpr` is undefined and texts are ''. */
export interface OlderSignals {
  readonly gdpr: 0 | 1 | undefined;
  readonly consent: string;
  readonly usPrivacy: string;
}

/** The privacy signals of a request under one account's policy. */
export interface Signals extends Consent {
  /** True when GDPR applies and is enforced. */
  readonly gdpr: boolean;
  /** True when the user opted out of sale, sharing or targeted advertising, and that is enforced. */
  readonly optedOut: boolean;
  readonly coppa: boolean;
  /** True when the device limits tracking and that is enforced. */
  readonly lmt: boolean;
  readonly circumstances: Circumstances;
  /** What only GPP states, for the older fields; undefined for nothing. */
  readonly older: OlderSignals | undefined;
  /** Contradictions and faults in the signals, one sentence each. */
  readonly warnings: readonly string[];
}

/** Reads the signals. Never throws: a malformed signal counts as absent and gives a warning. */
export function readSignals(raw: RawSignals, policy: PrivacyPolicy, sources: SignalSources): Signals {
  const warnings: string[] = [];
  const sections = raw.gpp === '' ? undefined : sources.reader.gpp(raw.gpp);
  if (raw.gpp !== '' && sections === undefined) warnings.push('regs.gpp is not a GPP string: it is ignored');
  const sids = raw.gppSids !== undefined && raw.gppSids.length > 0 ? raw.gppSids : undefined;
  // Where an entry was dropped as unreadable, any section may apply.
  const sidsOfUs = clientIndexes(sids) === undefined ? sids : undefined;
  const gppGdpr = gdprInGpp(sids);
  const gdpr = policy.gdprEnabled && isUnderGdpr(raw, gppGdpr, policy);
  if (gppGdpr !== undefined && raw.gdpr !== undefined && gppGdpr !== raw.gdpr) {
    warnings.push('regs.gpp_sid and regs.gdpr contradict each other: regs.gpp_sid is used');
  }
  if (sections !== undefined) warnings.push(...absentSections(raw, sids, sections));
  const inGpp = sections?.get(tcfSection) ?? '';
  if (inGpp !== '' && raw.consent !== '' && inGpp !== raw.consent) {
    warnings.push('regs.gpp and user.consent hold different consent strings: regs.gpp is used');
  }
  const place = inGpp === '' ? 'user.consent' : 'section 2 of regs.gpp';
  const asked = { text: inGpp || raw.consent, place, gdpr, rule: policy.disclosedVendors };
  const consent = readConsent(asked, sources, warnings);
  const gppUs = sections === undefined ? '' : gppUsPrivacy(sections, sidsOfUs);
  if (gppUs !== '' && isUsPrivacy(raw.usPrivacy) && gppUs.toUpperCase() !== raw.usPrivacy.toUpperCase()) {
    warnings.push('regs.gpp and regs.us_privacy contradict each other: regs.gpp is used');
  }
  return {
    gdpr,
    ...consent,
    optedOut:
      policy.ccpa &&
      (usPrivacyOptsOut(gppUs || raw.usPrivacy) || (sections !== undefined && gppOptsOut(sections, sidsOfUs))),
    coppa: raw.coppa,
    lmt: policy.lmt && raw.lmt,
    circumstances: { gppSids: new Set(sids), geos: geosOf(raw.geo.country, raw.geo.region), gpc: raw.gpc },
    older: olderSignals(raw, { gdpr: gppGdpr, consent: inGpp, usPrivacy: sidsOfUs === undefined ? '' : gppUs }),
    warnings,
  };
}

/** A warning about the first section that applies by `sids` and is missing, unless its content is in an older field. */
function absentSections(
  { consent, usPrivacy }: RawSignals,
  sids: readonly number[] | undefined,
  sections: GppSections,
): readonly string[] {
  const hasOlderField = (sid: number): boolean =>
    (sid === tcfSection && consent !== '') || (sid === usPrivacySection && isUsPrivacy(usPrivacy));
  const absent = sids?.find((sid) => sid > 0 && !sections.has(sid) && !hasOlderField(sid));
  return absent === undefined ? [] : [`regs.gpp_sid names section ${absent}, which is not in regs.gpp`];
}

/** The values of `inGpp` for older fields that are not stated. */
function olderSignals(raw: RawSignals, inGpp: OlderSignals): OlderSignals | undefined {
  const gdpr = raw.gdpr === undefined ? inGpp.gdpr : undefined;
  const consent = raw.consent === '' ? inGpp.consent : '';
  const usPrivacy = raw.usPrivacy === '' ? inGpp.usPrivacy : '';
  return gdpr === undefined && consent === '' && usPrivacy === '' ? undefined : { gdpr, consent, usPrivacy };
}
