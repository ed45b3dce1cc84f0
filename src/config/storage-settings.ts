/** The settings of all data kept outside the process: stored data, bid cache, currency rates, categories, line items (interface). */
import { section, text, toggle, whole, word } from './kinds.ts';

/** The default folder of stored data; it need not exist. */
export const usualStoredDir = './stored';

/** The schema of `stored`. */
export const storedSection = section(
  {
    source: word(
      ['files', 'postgres', 'mysql', 'redis', 'http', 's3'],
      'Where stored requests, imps, responses, accounts and profiles are kept.',
    ),
    dir: text(
      { default: usualStoredDir, minLength: 1 },
      'Folder of requests/, imps/, responses/, accounts/, profiles/; for files.',
    ),
    url: text(
      { default: '', writeOnly: true },
      'URL of the source; for postgres, mysql (MariaDB too), redis (several, comma-separated), http, s3 (https://KEY:SECRET@host/bucket).',
    ),
    timeoutMs: whole(
      { min: 1, max: 10_000, default: 50 },
      'Timeout of one look-up, in milliseconds; extended by up to ten times as much while this process is too busy to read replies.',
    ),
    ttlSeconds: whole(
      { min: 1, max: 604_800, default: 30 },
      'How long a text is used before it is read again, in seconds; changes that the source reports apply at once.',
    ),
    maxBytes: whole(
      { min: 1_048_576, max: 1_099_511_627_776, default: 268_435_456 },
      'Maximum bytes of texts kept in memory, per process.',
    ),
    connections: whole(
      { min: 1, max: 1000, default: 8 },
      'Maximum connections to the source, per process; for postgres (plus one for LISTEN), mysql, http and s3.',
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
      'Where bids are kept: on this host (embedded: path), in Prebid Cache (http: url) or in Redis (redis: url).',
    ),
    path: text({ default: './data/cache', minLength: 1 }, 'Folder of the embedded store.'),
    url: text({ default: '', writeOnly: true }, 'URL of the store; for http and redis (several, comma-separated).'),
    apiKey: text(
      { default: '', pattern: '^[!-~]*$', hint: 'a key of ASCII without spaces', writeOnly: true },
      'The x-pbc-api-key that a secured Prebid Cache requires with each put; for http. Empty: none.',
    ),
    maxBytes: whole(
      { min: 1_048_576, max: 1_099_511_627_776, default: 1_073_741_824 },
      'Maximum size of the embedded store, in bytes; when it is full, the oldest bids are evicted. A store that is already larger is replaced by an empty one.',
    ),
    ttlRule: word(
      ['b', 'a'],
      "How long a bid is cached: b: by its exp, else imp[].exp, the request's ttlseconds, or the defaults below; a: 60 s more.",
    ),
    bannerTtlSeconds: whole(
      { ...ttlLimits, default: 300 },
      'Default cache lifetime of banner and native bids, in seconds.',
    ),
    videoTtlSeconds: whole(
      { ...ttlLimits, default: 1500 },
      'Default cache lifetime of video and audio bids, in seconds.',
    ),
    tellLifetime: toggle(
      false,
      "Set each bid's exp to its lifetime by these rules, cached or not, for clients that keep bids for later.",
    ),
    timeoutMs: whole({ min: 1, max: 10_000, default: 50 }, 'Timeout of the store, in milliseconds.'),
    expectedMs: whole(
      { min: 0, max: 10_000, default: 10 },
      "Typical duration of a put, taken from the bidders' time, in milliseconds.",
    ),
    publicPuts: toggle(
      false,
      'Let anybody POST to /cache, and cache bids that requests contain themselves (imp[].ext.<namespace>.storedauctionresponse.seatbidobj).',
    ),
    publicUrl: text(
      { default: 'http://localhost:8000/cache', format: 'base-url' },
      'URL from which players fetch cached bids; default: externalUrl/cache.',
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
      'URL of conversion rates, in the same form; they take precedence over the file. Empty: none.',
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
      'Folder of category mappings <adserver>/<adserver>.json and <adserver>/<adserver>_<publisher>.json, {"IAB1-1": {"id": "…"}}, for freewheel and dfp, read again every minute; empty: none.',
    ),
  },
  "Ad servers' own names for IAB categories, for includebrandcategory.",
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
