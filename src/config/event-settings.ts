/** The settings of win and impression events, of host and account (interface, `events`). */
import { Type } from 'typebox';
import { group, maybe, partial, section, toggle, whole } from './kinds.ts';

/** The schema of `events`. */
export const eventsSection = section(
  {
    enabled: toggle(
      false,
      'Add trackers to VAST, and event URLs to the bids of apps, of AMP pages, and of requests with ext.<namespace>.events.',
    ),
  },
  'Win and impression events.',
);

const channels = group(
  {
    web: maybe('Event URLs in all bids for websites, and for requests that name no other channel; default: false.'),
    amp: maybe('Event URLs in all bids for AMP pages; default: true.'),
    app: maybe('Event URLs in all bids for apps; default: true.'),
    dooh: maybe('Event URLs in all bids for digital out-of-home screens; default: as web.'),
  },
  'Channels whose bids get event URLs when the request does not mention events.',
);

/** The schema of an account's `events`. */
export const accountEvents = group(
  { ...partial(eventsSection).properties, channels: Type.Optional(channels) },
  'Events of one account.',
);

/** The schema of an account's `vtrack`. */
export const accountVtrack = group(
  {
    maxTtlSeconds: Type.Optional(
      whole({ min: 1, max: 86_400 }, 'Maximum cache lifetime of VAST put through /vtrack, in seconds.'),
    ),
  },
  'VAST that the account puts through /vtrack.',
);
