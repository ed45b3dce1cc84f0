/** What a bidder and an alias of Prebid Server Java may state, and where in `bidders.*` of Gavel it stands. */
import { butNot, number, numbers, text, words } from '../conversions.ts';
import type { Conversion } from '../rule.ts';
import { flag } from './values.ts';

/** A setting, its place, and how its value is made. */
export type BidderSetting = readonly [from: string, to: string, as: Conversion];

/** How a bidder is called: an alias has them of its parent. */
export const callSettings: readonly BidderSetting[] = [
  ['endpoint-compression', 'endpointCompression', words({ gzip: 'gzip', none: 'none' })],
  ['ortb-version', 'ortbVersion', text],
  ['modifying-vast-xml-allowed', 'modifyingVastXmlAllowed', flag],
  ['ortb.multiformat-supported', 'multiformatSupported', flag],
  ['debug.allow', 'debugAllowed', flag],
  ['platform-id', 'platformId', butNot([''], text)],
  ['partner-id', 'platformId', butNot([''], text)],
];

/** What a bidder gave this host: Gavel's aliases have none of their parent's, those of Prebid Server Java all. */
export const credentialSettings: readonly BidderSetting[] = [
  ['app-secret', 'credentials.appSecret', butNot([''], text)],
  ['xapi.username', 'credentials.username', butNot([''], text)],
  ['xapi.password', 'credentials.password', butNot([''], text)],
];

/** Files of the first releases say of which host the path is. */
export const pathOf = (page: string): string => page.replace(/^\$\{external-url\}(?=\/)/, '');

/** All that is taken over one by one. */
export const taken: readonly BidderSetting[] = [
  ...callSettings,
  ...credentialSettings,
  ['meta-info.vendor-id', 'gvlVendorId', number],
  ['usersync.enabled', 'usersync.enabled', flag],
  ['usersync.cookie-family-name', 'usersync.cookie-family-name', text],
  ['usersync.skipwhen.gdpr', 'usersync.skipwhen.gdpr', flag],
  ['usersync.skipwhen.gpp_sid', 'usersync.skipwhen.gpp_sid', numbers],
  ...['iframe', 'redirect'].flatMap((type): BidderSetting[] => [
    [`usersync.${type}.url`, `usersync.${type}.url`, text],
    [`usersync.${type}.redirect-url`, `usersync.${type}.redirect-url`, ({ text: page }) => ({ value: pathOf(page) })],
    [`usersync.${type}.uid-macro`, `usersync.${type}.uid-macro`, text],
    [`usersync.${type}.support-cors`, `usersync.${type}.support-cors`, flag],
  ]),
];
