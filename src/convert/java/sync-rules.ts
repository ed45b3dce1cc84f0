/** Converts the user sync settings of Prebid Server Java: cookie, host cookie, opt-out, coop sync. */
import { butNot, number, text } from '../conversions.ts';
import type { Rule } from '../rule.ts';
import { groups, oneGroup } from './sync-groups.ts';
import { flag } from './values.ts';
import { unsupported } from '../unsupported.ts';

/** The rules of `cookie-sync`, `setuid`, `host-cookie` and the opt-out. */
export const syncRules: readonly Rule[] = [
  { from: 'cookie-sync.default-limit', to: 'userSync.defaultLimit', as: number },
  // The old server uses an account's maximum instead of the host's; of Gavel's two the lower applies, so the host's becomes a default.
  { from: 'cookie-sync.max-limit', to: 'accounts.defaults.cookieSync.maxLimit', as: number },
  { from: 'cookie-sync.coop-sync.default', to: 'userSync.coopSync', as: flag },
  { from: 'cookie-sync.pri', to: 'userSync.priorityGroups', as: oneGroup },
  { from: 'cookie-sync.coop-sync.pri', to: 'userSync.priorityGroups', as: groups },
  { from: 'cookie-sync.default-timeout-ms', needless: true },
  { from: 'setuid.default-timeout-ms', needless: true },
  { from: 'setuid.number-of-uid-cookies', to: 'userSync.cookies', as: number },
  { from: 'host-cookie.family', to: 'userSync.hostCookie.family', as: text },
  { from: 'host-cookie.cookie-name', to: 'userSync.hostCookie.cookieName', as: text },
  { from: 'host-cookie.domain', to: 'userSync.cookieDomain', as: text },
  { from: 'host-cookie.optout-cookie.name', to: 'userSync.hostCookie.optOutCookie.name', as: text },
  { from: 'host-cookie.optout-cookie.value', to: 'userSync.hostCookie.optOutCookie.value', as: text },
  { from: 'host-cookie.opt-out-url', to: 'userSync.optOutUrl', as: text },
  { from: 'host-cookie.opt-in-url', to: 'userSync.optInUrl', as: text },
  { from: 'host-cookie.ttl-days', tell: unsupported.cookieLifetime, unless: [90] },
  {
    from: 'host-cookie.max-cookie-size-bytes',
    to: 'userSync.maxCookieBytes',
    as: butNot([0], number, unsupported.noCookieLimit),
  },
  { from: 'recaptcha-url', needless: true },
  {
    from: 'recaptcha-secret',
    tell: unsupported.captcha,
    unless: ['secret_value'],
  },
];
