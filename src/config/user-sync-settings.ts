/** The settings of user sync (interface, `userSync`; decisions, 'User sync and other endpoints'). */
import { byCode, codes, list, section, text, toggle, whole } from './kinds.ts';

const hostCookie = section(
  {
    family: text({ default: '' }, "The key in the uids cookie whose id the host's own cookie supplies; empty: none."),
    cookieName: text({ default: '', format: 'cookie-name' }, "Name of the host's own id cookie; empty: none."),
    optOutCookie: section(
      {
        name: text(
          { default: '', format: 'cookie-name' },
          'Name of the cookie that says a user opted out; empty: none.',
        ),
        value: text({ default: '' }, 'The value that means opted out.'),
      },
      "The host's own opt-out cookie.",
    ),
  },
  "The host's own id cookie, used for its family.",
);

/** The schema of `userSync`. */
export const userSyncSection = section(
  {
    maxCookieBytes: whole(
      { min: 100, max: 65_536, default: 4000 },
      'Maximum size of the uids cookie, in bytes; browsers drop cookies over 4096.',
    ),
    cookies: whole(
      { min: 1, max: 6, default: 1 },
      'Maximum number of cookies for ids, each of maxCookieBytes: uids, uids2 and so on.',
    ),
    cookieDomain: text({ default: '', format: 'cookie-domain' }, "Domain of the uids cookie; empty: this host's only."),
    priorityGroups: list(
      codes('One group.'),
      'Groups of bidder codes, highest priority first: coopSync adds them first, and they are evicted from the cookie last.',
    ),
    defaultLimit: whole(
      { min: 0, max: 1000, default: 8 },
      'Default limit of syncs per response, if the client sets none; 0: no limit.',
    ),
    maxLimit: whole(
      { min: 0, max: 1000, default: 0 },
      "Maximum syncs per response; 0: no limit. The lower of the host's and the account's applies.",
    ),
    coopSync: toggle(false, 'Also sync bidders that the client did not list.'),
    hostCookie,
    optOutUrl: text({ default: '', format: 'http-url' }, 'Where /optout?optout=1 redirects to; empty: no redirect.'),
    optInUrl: text({ default: '', format: 'http-url' }, 'Where /optout?optout=0 redirects to; empty: no redirect.'),
    loadCookieEndpoints: byCode(
      text({ format: 'base-url' }, 'Base URL of one host.'),
      'Base URLs that /load-cookie.html may call, by the code given in its endpoint parameter.',
    ),
  },
  'User sync and the uids cookie.',
);
