/** Converts the privacy settings of an account of Prebid Server Java. */
import type { Conversion, Converted, Rule } from '../rule.ts';
import { activitiesOf } from './activities.ts';
import { countries } from './countries.ts';
import { purposeRules } from './purpose-rules.ts';
import { flag, member, withoutNull } from './values.ts';
import { unsupported } from '../unsupported.ts';

const channels: readonly (readonly [from: string, to: string])[] = [
  ['web', 'web'],
  ['pbjs', 'web'],
  ['amp', 'amp'],
  ['app', 'app'],
  ['dooh', 'dooh'],
];

/** Whether GDPR or CCPA applies, by channel, under the newer name and the older one. */
function channelRules(from: string, to: string): Rule[] {
  return ['channel-enabled', 'integration-enabled'].flatMap((name): Rule[] => [
    ...channels.map(([word, own]): Rule => ({
      from: `${from}.${name}.${word}`,
      to: `${to}.channelEnabled.${own}`,
      as: flag,
    })),
    { from: `${from}.${name}.video`, needless: true },
  ]);
}

/** The rules of GDPR at `from`. */
function gdprRules(from: string): Rule[] {
  return [
    { from: `${from}.enabled`, to: 'privacy.gdpr.enabled', as: flag },
    ...channelRules(from, 'privacy.gdpr'),
    ...purposeRules(from),
    { from: `${from}.basic-enforcement-vendors`, tell: unsupported.purposeByBidder },
    { from: `${from}.eea-countries`, to: 'privacy.gdpr.countries', as: countries },
  ];
}

const dsa: Conversion = ({ value }): Converted => {
  const parties = member(value, 'transparency');
  const transparency = Array.isArray(parties) ? parties.map((one) => picked(one, ['domain', 'dsaparams'])) : undefined;
  return { value: withoutNull({ ...picked(value, ['dsarequired', 'pubrender', 'datatopub']), transparency }) };
};

function picked(map: unknown, names: readonly string[]): object {
  return withoutNull(Object.fromEntries(names.map((name) => [name, member(map, name)])));
}

/** The rules of `privacy`, and of what older files have at the top level. */
export const accountPrivacyRules: readonly Rule[] = [
  ...gdprRules('privacy.gdpr'),
  ...gdprRules('gdpr'),
  ...['privacy.ccpa', 'ccpa'].flatMap((from): Rule[] => [
    { from: `${from}.enabled`, to: 'privacy.ccpa.enforce', as: flag },
    ...channelRules(from, 'privacy.ccpa'),
  ]),
  { from: 'privacy.enforce-ccpa', to: 'privacy.ccpa.enforce', as: flag },
  { from: 'enforce-ccpa', to: 'privacy.ccpa.enforce', as: flag },
  { from: 'privacy.dsa.default', to: 'privacy.dsa.default', as: dsa },
  { from: 'privacy.dsa.gdpr-only', to: 'privacy.dsa.gdprOnly', as: flag },
  { from: 'privacy.allowactivities', to: 'privacy.allowActivities', as: activitiesOf },
  {
    from: 'privacy.modules',
    tell: 'not supported: Gavel itself enforces the opt-outs of GPP for the United States (privacy.ccpa.enforce); for finer rules, use allowActivities with gppSid',
  },
];
