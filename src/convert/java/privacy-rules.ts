/** Converts the privacy settings of a Prebid Server Java host: GDPR, CCPA, LMT, locations of users. */
import { butNot, number, text, words } from '../conversions.ts';
import type { Conversion, JointRule, JointTurn, Rule } from '../rule.ts';
import { countries } from './countries.ts';
import { purposeRules } from './purpose-rules.ts';
import { flag } from './values.ts';

/** The IAB's vendor lists, under either of their addresses. */
const official = /^https?:\/\/vendor-?list\.consensu\.org\//;

const lists: JointRule = {
  within: 'gdpr.vendorlist',
  from: ['v3.http-endpoint-template', 'v2.http-endpoint-template', 'http-endpoint-template'],
  to: ['privacy.gdpr.vendorListUrl'],
  join: joinLists,
};

function joinLists({ stated, put, tell }: JointTurn): void {
  const third = stated('v3.http-endpoint-template')?.text;
  const second = stated('v2.http-endpoint-template')?.text;
  const url = third ?? second ?? stated('http-endpoint-template')!.text;
  if (official.test(url)) return put('privacy.gdpr.vendorListUrl', 'https://vendor-list.consensu.org');
  const both = url.replace(/v3/g, 'v{SPEC}');
  const isSame = second !== undefined && both.replaceAll('{SPEC}', '2') === second;
  put('privacy.gdpr.vendorListUrl', isSame ? both : url);
  if (!isSame && second !== third)
    tell(
      'v2.http-endpoint-template',
      'not supported: Gavel has one URL for lists of specification 2 and 3; write {SPEC} in privacy.gdpr.vendorListUrl instead of the number',
    );
}

const fallback =
  'not supported: Gavel has no list to fall back on; where lists cannot be fetched, put the files of all that are needed into privacy.gdpr.vendorListDir';

/** The old server either requires that a consent string lists a vendor as disclosed to the user, or does not look at it. */
const disclosure: Conversion = (stated, around) => {
  const made = flag(stated, around);
  return typeof made?.value === 'boolean' ? { value: made.value ? 'required' : 'ignored' } : made;
};

/** The note about locations, for a host or an account. */
export const locations =
  'not supported: Gavel does not look up locations by IP address; it uses device.geo or user.geo, else privacy.gdpr.defaultScope';

/** The rules of `gdpr`, `ccpa`, `lmt`, `geolocation`, `ipv6` and `ipv4`. */
export const privacyRules: readonly Rule[] = [
  { from: 'gdpr.enabled', to: 'privacy.gdpr.enabled', as: flag },
  {
    from: 'gdpr.default-value',
    to: 'privacy.gdpr.defaultScope',
    as: words({ 0: false, 1: true, false: false, true: true }),
  },
  { from: 'gdpr.strict-disclosed-vendors-treatment', to: 'privacy.gdpr.disclosedVendors', as: disclosure },
  {
    from: 'gdpr.consent-string-means-in-scope',
    tell: 'not supported: a TCF string does not bring a request under GDPR that regs.gdpr, GPP or its country leave out: let requests state regs.gdpr',
    unless: [false],
  },
  { from: 'gdpr.host-vendor-id', to: 'privacy.gdpr.hostVendorId', as: number },
  { from: 'gdpr.vendorlist.v3.cache-dir', to: 'privacy.gdpr.vendorListDir', as: text },
  { from: 'gdpr.vendorlist.v2.cache-dir', to: 'privacy.gdpr.vendorListDir', as: text },
  { from: 'gdpr.vendorlist.filesystem-cache-dir', to: 'privacy.gdpr.vendorListDir', as: text },
  { from: 'gdpr.vendorlist.live.startup-cache-dir', to: 'privacy.gdpr.vendorListDir', as: text },
  lists,
  { from: 'gdpr.vendorlist.v3.fallback-vendor-list-path', tell: fallback },
  { from: 'gdpr.vendorlist.v2.fallback-vendor-list-path', tell: fallback },
  { from: 'gdpr.vendorlist', needless: true },
  { from: 'gdpr.eea-countries', to: 'privacy.gdpr.countries', as: countries },
  { from: 'gdpr.geolocation.enabled', tell: locations, unless: [false] },
  ...purposeRules('gdpr'),
  { from: 'ccpa.enforce', to: 'privacy.ccpa.enforce', as: flag },
  { from: 'lmt.enforce', to: 'privacy.lmt.enforce', as: flag },
  {
    from: 'geolocation.enabled',
    tell: locations,
    unless: [false],
  },
  { from: 'geolocation', needless: true },
  {
    from: 'ipv6.always-mask-right',
    tell: 'not supported: Gavel truncates addresses only where a privacy rule requires it',
    unless: [64],
  },
  {
    from: 'ipv6.anon-left-mask-bits',
    to: 'accounts.defaults.privacy.ipv6.anonKeepBits',
    as: butNot([56], number),
  },
  {
    from: 'ipv4.anon-left-mask-bits',
    to: 'accounts.defaults.privacy.ipv4.anonKeepBits',
    as: butNot([24], number),
  },
  { from: 'ipv6.private-networks', needless: true },
];
