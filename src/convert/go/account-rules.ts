/** Converts the settings of an account of Prebid Server (Go), except privacy and price floors. */
import { butNot, byBidder, checkModes, number, roundings, text } from '../conversions.ts';
import type { JointRule, Rule } from '../rule.ts';
import { floorRules } from './floor-rules.ts';
import { lifetimesRule } from './lifetimes.ts';
import { flag, flagAt, respelled } from './values.ts';
import { unsupported } from '../unsupported.ts';

const adjustments = respelled([
  'mediatype',
  'banner',
  'video-instream',
  'video-outstream',
  'audio',
  'native',
  'adjtype',
  'value',
  'currency',
]);

/** Where an account has events, Prebid Server (Go) gives event URLs to its websites' bids too, although no request asks for them. */
function eventsRule(within: string, name: string): JointRule {
  return {
    within,
    from: [name],
    to: ['events.enabled', 'events.channels.web'],
    join: (turn) => {
      const isEnabled = flagAt(turn, name);
      if (isEnabled !== undefined) turn.put('events.enabled', isEnabled);
      if (isEnabled === true) turn.put('events.channels.web', true);
    },
  };
}

/** The rules of an account's JSON, and of `account_defaults`. */
export const accountRules: readonly Rule[] = [
  { from: 'id', asked: () => true },
  { from: 'disabled', to: 'disabled', as: flag },
  { from: 'debug_allow', to: 'debugAllowed', as: flag },
  { from: 'default_bid_limit', to: 'defaultBidLimit', as: number },
  { from: 'validations.banner_creative_max_size', to: 'validation.bannerSize', as: checkModes },
  { from: 'validations.secure_markup', to: 'validation.secureMarkup', as: checkModes },
  { from: 'validations.max_creative_width', to: 'validation.bannerMaxWidth', as: butNot([0], number) },
  { from: 'validations.max_creative_height', to: 'validation.bannerMaxHeight', as: butNot([0], number) },
  { from: 'preferredmediatype', to: 'preferredMediaType', as: byBidder((type) => type) },
  { from: 'bidadjustments', to: 'bidAdjustments', as: adjustments },
  { from: 'bid_rounding', to: 'bidRounding', as: roundings },
  { from: 'truncate_target_attr', to: 'targeting.truncateKeyLength', as: number },
  { from: 'targeting_prefix', to: 'targeting.prefix', as: butNot([''], text) },
  lifetimesRule('cache_ttl'),
  eventsRule('events', 'enabled'),
  eventsRule('', 'events_enabled'),
  { from: 'events.default_url', needless: true },
  {
    from: 'events.vast_events',
    tell: 'not supported: with events.enabled, Gavel adds trackers of its own choice to VAST',
  },
  { from: 'cookie_sync.default_limit', to: 'cookieSync.defaultLimit', as: number },
  { from: 'cookie_sync.max_limit', to: 'cookieSync.maxLimit', as: number },
  { from: 'cookie_sync.default_coop_sync', to: 'cookieSync.coopSync', as: flag },
  ...floorRules,
  { from: 'default_integration', to: 'defaultIntegration', as: text },
  {
    from: 'alternatebiddercodes.enabled',
    tell: unsupported.alternateCodes,
    unless: [false],
  },
  { from: 'alternatebiddercodes.bidders', needless: true },
  { from: 'alternatebiddercodes.adapters', needless: true },
  {
    from: 'hooks',
    tell: 'not supported: enable and configure plugins at plugins.<name> instead (src/plugins)',
  },
  {
    from: 'analytics',
    tell: unsupported.accountAnalytics,
  },
];
