/** Converts a Prebid Server (Go) host's cookies and user sync. */
import { butNot, codes, number, text } from '../conversions.ts';
import type { Conversion, Rule } from '../rule.ts';
import { flag } from './values.ts';
import { unsupported } from '../unsupported.ts';

const groups: Conversion = ({ value, path, text }, around) => {
  if (!Array.isArray(value)) return { value };
  const named = value.map((group: unknown) => codes({ value: group, path, text }, around)?.value);
  return { value: named };
};

/** The note about an address of `/setuid` that is set by hand. */
export const ownAddress = 'not supported: bidders always return to /setuid at externalUrl';

/** The rules of `host_cookie` and `user_sync`. */
export const syncRules: readonly Rule[] = [
  { from: 'host_cookie.domain', to: 'userSync.cookieDomain', as: text },
  { from: 'host_cookie.family', to: 'userSync.hostCookie.family', as: text },
  { from: 'host_cookie.cookie_name', to: 'userSync.hostCookie.cookieName', as: text },
  { from: 'host_cookie.opt_out_url', to: 'userSync.optOutUrl', as: text },
  { from: 'host_cookie.opt_in_url', to: 'userSync.optInUrl', as: text },
  { from: 'host_cookie.optout_cookie.name', to: 'userSync.hostCookie.optOutCookie.name', as: text },
  { from: 'host_cookie.optout_cookie.value', to: 'userSync.hostCookie.optOutCookie.value', as: text },
  { from: 'host_cookie.ttl_days', tell: unsupported.cookieLifetime, unless: [90] },
  {
    from: 'host_cookie.max_cookie_size_bytes',
    to: 'userSync.maxCookieBytes',
    as: butNot([0], number, unsupported.noCookieLimit),
  },
  { from: 'user_sync.coop_sync.default', to: 'userSync.coopSync', as: flag },
  { from: 'user_sync.coop_sync.priority_groups', to: 'userSync.priorityGroups', as: groups },
  { from: 'user_sync.priority_groups', to: 'userSync.priorityGroups', as: groups },
  { from: 'user_sync.external_url', tell: ownAddress, unless: [''] },
  { from: 'user_sync.redirect_url', tell: ownAddress },
  {
    from: 'cookie_sync.disabled_iframe_bidders',
    tell: 'not supported: give those bidders a userSync with only a redirect instead',
  },
];
