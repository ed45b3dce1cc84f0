/** The settings of user sync (interface, `userSync`; decisions, 'User sync and other endpoints'). */
import { byCode, codes, list, section, text, toggle, whole } from './kinds.ts';

const hostCookie = section(
  {
    family: text({ default: '' }, "The cookie key that the host's own cookie supplies; empty: none."),
    cookieName: text({ default: '', format: 'cookie-name' }, "Name of the host's own id cookie; empty: none."),
    optOutCookie: section(
      {
        name: text({ default: '', format: 'cookie-name' }, 'Cookie that says a user opted out; empty: none.'),
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
      'Longest uids cookie in bytes; browsers drop those over 4096.',
    ),
    cookies: whole(
      { min: 1, max: 6, default: 1 },
      'Most cookies that ids are kept in, each of maxCookieBytes: uids, uids2 and so on.',
    ),
    cookieDomain: text({ default: '', format: 'cookie-domain' }, "Domain of the uids cookie; empty: this host's only."),
    priorityGroups: list(
      codes('One group.'),
      'Groups of bidder codes, the most important group first: the first that coopSync adds, kept longest in the cookie.',
    ),
    defaultLimit: whole({ min: 0, max: 1000, default: 8 }, 'Syncs per answer when the client names no limit; 0: all.'),
    maxLimit: whole(
      { min: 0, max: 1000, default: 0 },
      "Most syncs per answer; 0: no limit. Of the host's and an account's the lower one counts.",
    ),
    coopSync: toggle(false, 'Also sync bidders that the client did not name.'),
    hostCookie,
    optOutUrl: text({ default: '', format: 'http-url' }, 'Where /optout?optout=1 leads; empty: no redirect.'),
    optInUrl: text({ default: '', format: 'http-url' }, 'Where /optout?optout=0 leads; empty: no redirect.'),
    loadCookieEndpoints: byCode(
      text({ format: 'base-url' }, 'Base URL of one host.'),
      'Hosts that /load-cookie.html may call, by the code that its endpoint parameter names.',
    ),
  },
  'User sync and its cookie.',
);
