/** Prebid Server Java: its spellings and its rules. */
import type { OldServer } from '../rule.ts';
import { accountRules } from './account-rules.ts';
import { isAsked } from './alias-rules.ts';
import { auctionRules } from './auction-rules.ts';
import { bidderRules } from './bidder-rules.ts';
import { cacheRules } from './cache-rules.ts';
import { listenRules } from './listen-rules.ts';
import { otherRules } from './other-rules.ts';
import { pins } from './pins.ts';
import { privacyRules } from './privacy-rules.ts';
import { storedRules } from './stored-rules.ts';
import { syncRules } from './sync-rules.ts';
import { foldKey, withoutPlaces } from './values.ts';

/** Prebid Server Java (implementation B). */
export const javaServer: OldServer = {
  word: 'java',
  name: 'Prebid Server Java',
  fold: foldKey,
  resolve: withoutPlaces,
  hostRules: [
    ...listenRules,
    ...auctionRules,
    ...bidderRules,
    ...storedRules,
    ...cacheRules,
    ...syncRules,
    ...privacyRules,
    ...otherRules,
  ],
  accountRules,
  accountDefaults: 'settings.default-account-config',
  pins,
  bidders: ['adapters.*', 'adapters.*.aliases.*'],
  biddersNote: '',
  optional: ['spring.config.activate.on-profile', 'spring.config.activate.on-cloud-platform', 'spring.profiles'],
  isAsked,
};
