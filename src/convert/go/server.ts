/** Prebid Server (Go): its words and its rules. */
import type { OldServer } from '../rule.ts';
import { accountRules } from './account-rules.ts';
import { hostRules } from './host-rules.ts';
import { pins } from './pins.ts';

/** Prebid Server (implementation A). */
export const goServer: OldServer = {
  word: 'go',
  name: 'Prebid Server (Go)',
  fold: (key) => key.toLowerCase(),
  hostRules,
  accountRules,
  accountDefaults: 'account_defaults',
  pins,
  bidders: ['adapters.*'],
  biddersNote:
    'Prebid Server (Go) asks every bidder that it ships unless it is disabled, Gavel those that are named: those of this file are taken, --bidders a,b,c adds others',
  isAsked: ({ stated }) => stated('disabled')?.text.toLowerCase() !== 'true',
};
