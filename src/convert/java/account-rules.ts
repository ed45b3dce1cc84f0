/** Converts the settings of an account of Prebid Server Java, under their newer names and the older, flat ones. */
import { byBidder, checkModes, number, roundings, text, words } from '../conversions.ts';
import type { Conversion, Converted, Rule } from '../rule.ts';
import { accountPrivacyRules } from './account-privacy-rules.ts';
import { floorRules } from './floor-rules.ts';
import { accountLifetimes } from './lifetimes.ts';
import { locations } from './privacy-rules.ts';
import { groups, oneGroup } from './sync-groups.ts';
import { flag } from './values.ts';
import { unsupported } from '../unsupported.ts';

const status: Conversion = ({ text: word }): Converted => {
  if (/^inactive$/i.test(word)) return { value: true };
  return /^active$/i.test(word) ? undefined : { tell: 'must be active or inactive: correct it' };
};

const buckets = words({ low: 'low', med: 'med', medium: 'med', high: 'high', auto: 'auto', dense: 'dense' });

/** The old server's word `unknown` means none. */
const granularity: Conversion = (stated, around) =>
  stated.text.toLowerCase() === 'unknown' ? undefined : buckets(stated, around);

/** 0 or less means no limit. */
const limit: Conversion = (stated, around) => {
  const made = number(stated, around);
  return typeof made?.value === 'number' && made.value <= 0 ? undefined : made;
};

const bidders: Conversion = ({ value }, { codeOf }) => ({
  value: Array.isArray(value) ? value.map((name) => codeOf(String(name))) : value,
});

/** Gavel's setting, how its value is made, and the paths of it in the old server. */
const taken: readonly (readonly [to: string, as: Conversion, ...from: string[]])[] = [
  ['disabled', status, 'status'],
  ['debugAllowed', flag, 'auction.debug-allow', 'debug.allow'],
  ['defaultIntegration', text, 'auction.default-integration', 'default-integration'],
  ['maxImps', limit, 'auction.impression-limit'],
  ['cache.enabled', flag, 'auction.cache.enabled'],
  ['cache.bannerTtlSeconds', number, 'auction.banner-cache-ttl', 'banner-cache-ttl'],
  ['cache.videoTtlSeconds', number, 'auction.video-cache-ttl', 'video-cache-ttl'],
  ['targeting.truncateKeyLength', number, 'auction.truncate-target-attr', 'truncate-target-attr'],
  ['targeting.includeWinners', flag, 'auction.targeting.includewinners'],
  ['targeting.includeBidderKeys', flag, 'auction.targeting.includebidderkeys'],
  ['targeting.includeFormat', flag, 'auction.targeting.includeformat'],
  ['targeting.preferDeals', flag, 'auction.targeting.preferdeals'],
  ['targeting.alwaysIncludeDeals', flag, 'auction.targeting.alwaysincludedeals'],
  ['targeting.priceGranularity', granularity, 'auction.price-granularity', 'price-granularity'],
  ['targeting.prefix', text, 'auction.targeting.prefix'],
  ['events.enabled', flag, 'auction.events.enabled', 'events-enabled'],
  [
    'events.channels.web',
    flag,
    'analytics.auction-events.web',
    'analytics-config.auction-events.web',
    'analytics.auction-events.pbjs',
    'analytics-config.auction-events.pbjs',
  ],
  ['events.channels.amp', flag, 'analytics.auction-events.amp', 'analytics-config.auction-events.amp'],
  ['events.channels.app', flag, 'analytics.auction-events.app', 'analytics-config.auction-events.app'],
  ['events.channels.dooh', flag, 'analytics.auction-events.dooh', 'analytics-config.auction-events.dooh'],
  [
    'validation.bannerSize',
    checkModes,
    'auction.bid-validations.banner-creative-max-size',
    'bid-validations.banner-creative-max-size',
  ],
  ['bidAdjustments', ({ value }) => ({ value }), 'auction.bidadjustments'],
  ['bidRounding', roundings, 'auction.bid-rounding'],
  ['tellBidRank', flag, 'auction.ranking.enabled'],
  ['preferredMediaType', byBidder((type) => String(type).toLowerCase()), 'auction.preferredmediatype'],
  ['secondaryBidders', bidders, 'auction.secondarybidders'],
  ['maxProfiles', number, 'auction.profiles.limit'],
  ['vtrack.maxTtlSeconds', number, 'vtrack.ttl'],
  ['cookieSync.defaultLimit', number, 'cookie-sync.default-limit'],
  ['cookieSync.maxLimit', number, 'cookie-sync.max-limit'],
  ['cookieSync.coopSync', flag, 'cookie-sync.coop-sync.default', 'cookie-sync.default-coop-sync'],
  ['cookieSync.priorityGroups', oneGroup, 'cookie-sync.pri'],
  ['cookieSync.priorityGroups', groups, 'cookie-sync.coop-sync.pri'],
];

/** Settings without a counterpart: the note, the values that need none, and the paths. */
const told: readonly (readonly [tell: string, unless: readonly unknown[], ...from: string[]])[] = [
  [unsupported.podRules, ['skip'], 'auction.bid-validations.ad-podding'],
  [
    'not supported per account: set validation.unknownProfile of the host instead',
    [true],
    'auction.profiles.fail-on-unknown',
  ],
  [unsupported.cookieDeprecation, [], 'auction.privacysandbox'],
  ['not supported: Gavel passes on Protected Audience data as bidders send it', [], 'auction.paaformat'],
  [unsupported.podRules, [], 'auction.adpodding'],
  [unsupported.accountAnalytics, [], 'analytics.modules'],
  [unsupported.metricAccounts, ['none'], 'metrics.verbosity-level'],
  [unsupported.javaModules, [], 'hooks'],
  [locations, [false], 'settings.geo-lookup'],
  [unsupported.alternateCodes, [false], 'alternate-bidder-codes.enabled'],
];

const unused = [
  'alternate-bidder-codes',
  'analytics.auction-events',
  'analytics.allow-client-details',
  'analytics-config.auction-events',
  'analytics-sampling-factor',
];

/** The rules of an account, which also apply to `settings.default-account-config`. */
export const accountRules: readonly Rule[] = [
  { from: 'id', asked: () => true },
  ...taken.flatMap(([to, as, ...paths]) => paths.map((from): Rule => ({ from, to, as }))),
  accountLifetimes,
  ...floorRules,
  ...accountPrivacyRules,
  ...told.flatMap(([tell, unless, ...paths]) => paths.map((from): Rule => ({ from, tell, unless }))),
  ...unused.map((from): Rule => ({ from, needless: true })),
];
