/** What a bidder or an alias of Prebid Server Java may state, and where it goes in `bidders.*` of Gavel. */
import { butNot, number, numbers, text, words } from '../conversions.ts';
import type { Conversion } from '../rule.ts';
import { flag } from './values.ts';

/** A setting, its place below `bidders.*`, and how its value is made. */
export type BidderSetting = readonly [from: string, to: string, as: Conversion];

/** How a bidder is called. An alias inherits these from its parent. */
export const callSettings: readonly BidderSetting[] = [
  ['endpoint-compression', 'endpointCompression', words({ gzip: 'gzip', none: 'none' })],
  ['ortb-version', 'ortbVersion', text],
  ['modifying-vast-xml-allowed', 'modifyingVastXmlAllowed', flag],
  ['ortb.multiformat-supported', 'multiformatSupported', flag],
  ['debug.allow', 'debugAllowed', flag],
  ['platform-id', 'platformId', butNot([''], text)],
  ['partner-id', 'platformId', butNot([''], text)],
];

/** A bidder's credentials. Gavel's aliases inherit none from their parent; those of Prebid Server Java inherit all. */
export const credentialSettings: readonly BidderSetting[] = [
  ['app-secret', 'credentials.appSecret', butNot([''], text)],
  ['xapi.username', 'credentials.username', butNot([''], text)],
  ['xapi.password', 'credentials.password', butNot([''], text)],
];

/** The path of a sync page; files of the first releases put `${external-url}` before it. */
export const pathOf = (page: string): string => page.replace(/^\$\{external-url\}(?=\/)/, '');

/** All settings that are taken over one by one. */
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
