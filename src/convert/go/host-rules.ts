/** What becomes of the settings of a Prebid Server (Go) host. */
import { butNot, number, text, words } from '../conversions.ts';
import type { Rule } from '../rule.ts';

/** The rules of pbs.yaml. */
export const hostRules: readonly Rule[] = [
  { from: 'host', to: 'host', as: butNot([''], text) },
  { from: 'port', to: 'port', as: number },
  { from: 'external_url', to: 'externalUrl', as: text },
  { from: 'gdpr.default_value', to: 'privacy.gdpr.defaultScope', as: words({ 0: false, 1: true }) },
  { from: 'adapters.*.endpoint', to: 'bidders.*.endpoint', as: text },
  { from: 'adapters.*.disabled', needless: true },
];
