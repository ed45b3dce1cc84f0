/** Converts the privacy rules of a Prebid Server (Go) host. */
import { number, texts, words } from '../conversions.ts';
import type { JointRule, Rule } from '../rule.ts';
import { purposeRules } from './purposes.ts';
import { flag, flagAt } from './values.ts';

/** Either switch turns GDPR off. */
const enabled: JointRule = {
  within: 'gdpr',
  from: ['enabled', 'tcf2.enabled'],
  to: ['privacy.gdpr.enabled'],
  join: (turn) => {
    const switches = enabled.from.map((path) => flagAt(turn, path));
    turn.put('privacy.gdpr.enabled', !switches.includes(false));
  },
};

/** The rules of `gdpr`, `ccpa` and `lmt`. */
export const privacyRules: readonly Rule[] = [
  enabled,
  { from: 'gdpr.default_value', to: 'privacy.gdpr.defaultScope', as: words({ 0: false, 1: true }) },
  { from: 'gdpr.host_vendor_id', to: 'privacy.gdpr.hostVendorId', as: number },
  { from: 'gdpr.timeouts_ms', needless: true },
  { from: 'gdpr.vendorlist_fetcher', needless: true },
  { from: 'gdpr.tcf1', needless: true },
  {
    from: 'gdpr.non_standard_publishers',
    tell: "not supported: set privacy.gdpr.enabled to false in those publishers' accounts instead",
    unless: [[''], []],
  },
  { from: 'gdpr.eea_countries', to: 'privacy.gdpr.countries', as: texts },
  {
    from: 'gdpr.amp_exception',
    tell: 'not supported: set accounts.defaults.privacy.gdpr.channelEnabled.amp to false instead',
    unless: [false],
  },
  {
    from: 'gdpr.usersync_if_ambiguous',
    tell: 'not supported: privacy.gdpr.defaultScope decides for requests that do not say whether GDPR applies',
    unless: [false],
  },
  ...purposeRules('gdpr.tcf2'),
  {
    from: 'gdpr.tcf2.special_purpose1',
    tell: 'was renamed special_feature1: set privacy.gdpr.specialFeature1 instead',
  },
  { from: 'ccpa.enforce', to: 'privacy.ccpa.enforce', as: flag },
  { from: 'lmt.enforce', to: 'privacy.lmt.enforce', as: flag },
];
