/** The settings of analytics (issue 3, item 5): where events go, and which personal data they may hold. */
import { section, text, toggle, whole } from './kinds.ts';

const gvlVendorId = whole(
  { min: 0, max: 65_535, default: 0 },
  'Id of the recipient in the Global Vendor List, checked for purpose 7 of TCF; 0: the host itself.',
);

const file = section(
  {
    gvlVendorId,
    path: text({ default: '' }, 'File of events, one JSON object a line; empty: none.'),
    maxBytes: whole(
      { min: 65_536, max: 1_099_511_627_776, default: 104_857_600 },
      'Size at which the file is moved to path.1 and a new one is begun; where its folder does not allow that, the file keeps growing.',
    ),
    keep: whole({ min: 0, max: 1000, default: 5 }, 'How many files are kept aside; the oldest is removed.'),
  },
  'Events into a file.',
);

const http = section(
  {
    gvlVendorId,
    url: text(
      { default: '', format: 'http-url', writeOnly: true },
      'Where events are posted, one JSON object a line; empty: nowhere.',
    ),
    batchSize: whole({ min: 1, max: 10_000, default: 100 }, 'Most events of one post.'),
    flushMs: whole({ min: 1, max: 600_000, default: 1000 }, 'Longest wait for a full post, in milliseconds.'),
    maxQueued: whole({ min: 1, max: 100_000, default: 10_000 }, 'Most events that wait; over it they are dropped.'),
  },
  'Events to an HTTP address.',
);

/** The schema of `analytics`. */
export const analyticsSection = section(
  {
    personalData: toggle(
      false,
      'Keep ids, addresses and places of users in events, where no privacy rule restricts the request.',
    ),
    file,
    http,
  },
  'Analytics: what becomes of auctions, events and syncs.',
);
