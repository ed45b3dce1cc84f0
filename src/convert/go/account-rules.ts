/** What becomes of the settings of an account of Prebid Server (Go). */
import { flag } from '../conversions.ts';
import type { Rule } from '../rule.ts';

/** The rules of an account's JSON, and of `account_defaults`. */
export const accountRules: readonly Rule[] = [
  { from: 'id', needless: true },
  { from: 'disabled', to: 'disabled', as: flag },
];
