/** Prebid Server (Go): its spellings and its rules. */
import type { OldServer } from '../rule.ts';
import { accountPrivacyRules } from './account-privacy-rules.ts';
import { accountRules } from './account-rules.ts';
import { bidderRules } from './bidder-rules.ts';
import { cacheRules } from './cache-rules.ts';
import { observeRules } from './observe-rules.ts';
import { pins } from './pins.ts';
import { privacyRules } from './privacy-rules.ts';
import { serverRules } from './server-rules.ts';
import { storageRules } from './storage-rules.ts';
import { syncRules } from './sync-rules.ts';
import { isOn } from './values.ts';

/** Prebid Server (implementation A). */
export const goServer: OldServer = {
  word: 'go',
  name: 'Prebid Server (Go)',
  fold: (key) => key.toLowerCase(),
  hostRules: [
    ...serverRules,
    ...bidderRules,
    ...storageRules,
    ...cacheRules,
    ...syncRules,
    ...privacyRules,
    ...observeRules,
  ],
  accountRules: [...accountRules, ...accountPrivacyRules],
  accountDefaults: 'account_defaults',
  pins,
  bidders: ['adapters.*'],
  biddersNote:
    'Prebid Server (Go) calls every bidder that it ships unless it is disabled, Gavel only those in its configuration: those in this file are converted, --bidders a,b,c adds others',
  isAsked: ({ stated, names, around }) => {
    const disabled = stated('disabled');
    if (disabled !== undefined) return isOn(disabled) !== true;
    return around.known.get(around.codeOf(names.at(-1)!))?.facts.disabled !== true;
  },
};
