/** The settings of win and impression events, of host and account (interface, `events`). */
import { Type } from 'typebox';
import { group, maybe, partial, section, toggle, whole } from './kinds.ts';

/** The schema of `events`. */
export const eventsSection = section(
  {
    enabled: toggle(
      false,
      'Put trackers into VAST, and event addresses into bids: those of apps, of AMP pages, and of requests with ext.<namespace>.events.',
    ),
  },
  'Events of win and impression.',
);

const channels = group(
  {
    web: maybe('Those of websites, and of all that name no other channel; false when not stated.'),
    amp: maybe('Those of AMP pages; true when not stated.'),
    app: maybe('Those of apps; true when not stated.'),
  },
  'Whose bids get event addresses where the request says nothing of events.',
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
      whole({ min: 1, max: 86_400 }, 'Longest life of VAST that players put through /vtrack, in seconds.'),
    ),
  },
  "The account's tracked VAST.",
);
