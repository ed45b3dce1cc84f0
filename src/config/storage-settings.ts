/** The settings of all data kept outside the process: stored data, bid cache, currency rates, categories, line items (interface). */
import { section, text, toggle, whole, word } from './kinds.ts';

/** The default folder of stored data; it need not exist. */
export const usualStoredDir = './stored';

/** The schema of `stored`. */
export const storedSection = section(
  {
    source: word(
      ['files', 'postgres', 'mysql', 'redis', 'http', 's3'],
      'Where stored requests, imps, responses, accounts and profiles are.',
    ),
    dir: text(
      { default: usualStoredDir, minLength: 1 },
      'Folder of requests/, imps/, responses/, accounts/, profiles/; for files.',
    ),
    url: text(
      { default: '', writeOnly: true },
      'Address of the source; for postgres, mysql (MariaDB too), redis (several with commas), http, s3 (https://KEY:SECRET@host/bucket).',
    ),
    timeoutMs: whole(
      { min: 1, max: 10_000, default: 50 },
      'Timeout of one look-up, in milliseconds; extended by up to ten times as much while this process is too busy to read replies.',
    ),
    ttlSeconds: whole(
      { min: 1, max: 604_800, default: 30 },
      'How long a text is used before it is read again, in seconds; changes that the source reports count at once.',
    ),
    maxBytes: whole(
      { min: 1_048_576, max: 1_099_511_627_776, default: 268_435_456 },
      'Most bytes of texts kept in memory, per process.',
    ),
    connections: whole(
      { min: 1, max: 1000, default: 8 },
      'Most connections to the source, per process; for postgres, which has one more to listen, mysql, http and s3.',
    ),
  },
  'Stored data.',
);

const ttlLimits = { min: 0, max: 31_536_000 };

/** The schema of `cache`. */
export const cacheSection = section(
  {
    store: word(
      ['embedded', 'http', 'redis'],
      'Where bids are kept: in this host (path), behind Prebid Cache or in Redis (url).',
    ),
    path: text({ default: './data/cache', minLength: 1 }, 'Folder of the embedded store.'),
    url: text({ default: '', writeOnly: true }, 'Address of the store; for http and redis (several with commas).'),
    apiKey: text(
      { default: '', pattern: '^[!-~]*$', hint: 'a key of ASCII without spaces', writeOnly: true },
      'The x-pbc-api-key that a secured Prebid Cache requires with each put; for http. Empty: none.',
    ),
    maxBytes: whole(
      { min: 1_048_576, max: 1_099_511_627_776, default: 1_073_741_824 },
      'Most bytes that the embedded store takes; when it is full, the oldest bids are evicted. A store that is already larger is replaced by an empty one.',
    ),
    ttlRule: word(
      ['b', 'a'],
      'How long a bid lives: b: the five steps of the specification; a: the same and 60 s more.',
    ),
    bannerTtlSeconds: whole(
      { ...ttlLimits, default: 300 },
      'How long a banner or native bid lives when nothing else says, in seconds.',
    ),
    videoTtlSeconds: whole(
      { ...ttlLimits, default: 1500 },
      'How long a video or audio bid lives when nothing else says, in seconds.',
    ),
    tellLifetime: toggle(
      false,
      "Say at a bid's exp how long it lives by these rules, cached or not, for clients that keep bids for later.",
    ),
    timeoutMs: whole({ min: 1, max: 10_000, default: 50 }, 'Longest wait for the store, in milliseconds.'),
    expectedMs: whole(
      { min: 0, max: 10_000, default: 10 },
      "The usual time of a put, reserved from the bidders' time, in milliseconds.",
    ),
    publicPuts: toggle(
      false,
      'Let anybody POST /cache, and keep bids that requests state themselves (imp[].ext.<namespace>.storedauctionresponse.seatbidobj).',
    ),
    publicUrl: text(
      { default: 'http://localhost:8000/cache', format: 'base-url' },
      'Where players fetch cached bids; when not stated: externalUrl/cache.',
    ),
  },
  'The bid cache.',
);

/** The schema of `currency`. */
export const currencySection = section(
  {
    ratesFile: text(
      { default: '' },
      'File of conversion rates, {conversions: {USD: {EUR: 0.9}}, dataAsOf} as JSON; empty: none.',
    ),
    ratesUrl: text(
      { default: '', format: 'http-url' },
      'Where conversion rates are fetched, in the same form; they take precedence over the file. Empty: nowhere.',
    ),
    refreshSeconds: whole(
      { min: 1, max: 604_800, default: 1800 },
      'How often rates are read again, in seconds; sooner after a failure.',
    ),
  },
  'Conversion rates of the host.',
);

/** The schema of `categories`. */
export const categoriesSection = section(
  {
    dir: text(
      { default: '' },
      'Folder of mappings <adserver>/<adserver>.json and <adserver>/<adserver>_<publisher>.json, {"IAB1-1": {"id": "…"}}, for freewheel and dfp, read again every minute; empty: none.',
    ),
  },
  "Ad servers' own words for IAB categories, for includebrandcategory.",
);

/** The schema of `lineItems`. */
export const lineItemsSection = section(
  {
    file: text(
      { default: '' },
      'File of line items, a JSON list of {id, bidder, dealid, targeting, startsAt, endsAt}, read again every minute; empty: none.',
    ),
  },
  'Programmatic-guaranteed line items, for pgdealsonly.',
);
