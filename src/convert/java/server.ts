/** Prebid Server Java: its words and its rules. */
import type { OldServer } from '../rule.ts';

/** Prebid Server Java (implementation B). */
export const javaServer: OldServer = {
  word: 'java',
  name: 'Prebid Server Java',
  fold: (key) => key.toLowerCase().replaceAll(/[-_]/g, ''),
  hostRules: [],
  accountRules: [],
  accountDefaults: 'settings.default-account-config',
  pins: [],
  bidders: ['adapters.*'],
  biddersNote: '',
  isAsked: ({ stated }) => stated('enabled')?.value === true,
};
