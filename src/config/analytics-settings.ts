/** The settings of analytics (issue 3, item 5): where events go, and which personal data they may hold. */
import { section, text, toggle, whole } from './kinds.ts';

const gvlVendorId = whole(
  { min: 0, max: 65_535, default: 0 },
  "Global Vendor List id of the recipient, checked for TCF purpose 7; 0: the host's own.",
);

const file = section(
  {
    gvlVendorId,
    path: text({ default: '' }, 'File to write events to, one JSON object per line; empty: none.'),
    maxBytes: whole(
      { min: 65_536, max: 1_099_511_627_776, default: 104_857_600 },
      'Size at which the file is moved to path.1 and a new one started; if its folder does not allow that, the file keeps growing.',
    ),
    keep: whole({ min: 0, max: 1000, default: 5 }, 'How many rotated files are kept; older ones are deleted.'),
  },
  'Events into a file.',
);

const http = section(
  {
    gvlVendorId,
    url: text(
      { default: '', format: 'http-url', writeOnly: true },
      'URL to post events to, one JSON object per line; empty: none.',
    ),
    batchSize: whole({ min: 1, max: 10_000, default: 100 }, 'Maximum events per post.'),
    flushMs: whole({ min: 1, max: 600_000, default: 1000 }, 'Maximum wait for a post to fill up, in milliseconds.'),
    maxQueued: whole(
      { min: 1, max: 100_000, default: 10_000 },
      'Maximum events waiting to be posted; more are dropped.',
    ),
  },
  'Events to an HTTP address.',
);

/** The schema of `analytics`. */
export const analyticsSection = section(
  {
    personalData: toggle(
      false,
      "Keep users' ids, addresses and locations in events, unless a privacy rule restricts the request.",
    ),
    file,
    http,
  },
  'Analytics: where data about auctions, events and syncs goes.',
);
