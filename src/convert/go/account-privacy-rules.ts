/** Converts the privacy rules of an account of Prebid Server (Go). */
import { number, texts } from '../conversions.ts';
import type { Conversion, Rule } from '../rule.ts';
import { activitiesOf } from './activities.ts';
import { purposeRules } from './purposes.ts';
import { flag, parsed } from './values.ts';
import { unsupported } from '../unsupported.ts';

/** Older releases say `integration_enabled`. */
function channels(law: string): Rule[] {
  return ['channel_enabled', 'integration_enabled'].flatMap((group): Rule[] => [
    ...['web', 'amp', 'app', 'dooh'].map((one): Rule => ({
      from: `${law}.${group}.${one}`,
      to: `privacy.${law}.channelEnabled.${one}`,
      as: flag,
    })),
    { from: `${law}.${group}.video`, needless: true },
  ]);
}

/** How many of an address's `all` bits are kept. The old server's default replaces an impossible number: limited, 33 would keep all 32. */
function keptBits(all: number, standard: number): Conversion {
  return (stated, around) => {
    const made = number(stated, around);
    const bits = made?.value;
    if (typeof bits !== 'number' || (bits >= 0 && bits <= all)) return made;
    return {
      value: standard,
      tell: `is ${bits}, not from 0 to ${all}: ${standard} bits are kept, as by the old server`,
    };
  };
}

/** The rules of an account's `gdpr`, `ccpa` and `privacy`. */
export const accountPrivacyRules: readonly Rule[] = [
  { from: 'gdpr.enabled', to: 'privacy.gdpr.enabled', as: flag },
  ...channels('gdpr'),
  ...purposeRules('gdpr', ['account_defaults.gdpr', 'gdpr.tcf2']),
  {
    from: 'gdpr.basic_enforcement_vendors',
    tell: unsupported.purposeByBidder,
  },
  { from: 'gdpr.eea_countries', to: 'privacy.gdpr.countries', as: texts },
  { from: 'ccpa.enabled', to: 'privacy.ccpa.enforce', as: flag },
  ...channels('ccpa'),
  { from: 'privacy.allowactivities', to: 'privacy.allowActivities', as: activitiesOf },
  { from: 'privacy.dsa.default', to: 'privacy.dsa.default', as: parsed },
  { from: 'privacy.dsa.gdpr_only', to: 'privacy.dsa.gdprOnly', as: flag },
  { from: 'privacy.ipv4.anon_keep_bits', to: 'privacy.ipv4.anonKeepBits', as: keptBits(32, 24) },
  { from: 'privacy.ipv6.anon_keep_bits', to: 'privacy.ipv6.anonKeepBits', as: keptBits(128, 56) },
  {
    from: 'privacy.privacysandbox.topicsdomain',
    tell: unsupported.topics,
    unless: [''],
  },
  {
    from: 'privacy.privacysandbox.cookiedeprecation.enabled',
    tell: unsupported.cookieDeprecation,
    unless: [false],
  },
  { from: 'privacy.privacysandbox.cookiedeprecation.ttl_sec', needless: true },
];
