/**
 * The settings of auctions (interface, `auction`, `validation`): limits of time and size, and how strictly requests and bids are validated.
 */
import { Type, type Static } from 'typebox';
import { mostProfiles } from '../openrtb/profile.ts';
import { section, toggle, whole, word, type Frozen } from './kinds.ts';

const tmax = { min: 1, max: 60_000 };
const side = { min: 0, max: 100_000 };

/** The schema of `auction`. */
export const auctionSection = section(
  {
    tmaxDefaultMs: whole({ ...tmax, default: 1000 }, 'tmax of requests that have none, in milliseconds.'),
    tmaxMinMs: whole({ ...tmax, default: 50 }, 'Minimum tmax, in milliseconds; smaller ones are raised to it.'),
    tmaxMaxMs: whole({ ...tmax, default: 5000 }, 'Maximum tmax, in milliseconds; greater ones are lowered to it.'),
    networkReserveMs: whole(
      { min: 0, max: 10_000, default: 10 },
      "Part of the auction's time reserved for the network round trip to a bidder, in milliseconds.",
    ),
    responseReserveMs: whole(
      { min: 0, max: 10_000, default: 10 },
      "Part of the auction's time reserved for building the response, in milliseconds.",
    ),
    maxRequestBytes: whole(
      { min: 1, max: 67_108_864, default: 262_144 },
      'Maximum request body in bytes, after decompression; larger ones get 413.',
    ),
    maxImps: whole(
      { min: 1, max: 10_000, default: 100 },
      'Maximum imps per request; the rest are dropped with a warning.',
    ),
    maxProfiles: whole(
      { min: 0, max: mostProfiles, default: 4 },
      'Maximum stored profiles per request, and per imp including those of its request; the rest are ignored with a warning.',
    ),
    generateBidId: toggle(false, 'Give each bid a generated id at ext.<namespace>.bidid.'),
    tellServer: toggle(
      false,
      'Tell bidders about this host at ext.<namespace>.server: {externalurl, gvlid, datacenter}, from externalUrl, privacy.gdpr.hostVendorId and dataCenter.',
    ),
    passClientHints: toggle(
      false,
      'Send bidders the headers Save-Data, Sec-CH-UA, Sec-CH-UA-Mobile and Sec-CH-UA-Platform as the browser sent them.',
    ),
    tellTimeouts: toggle(
      false,
      'Notify bidders that ask for it, such as audienceNetwork, of calls that timed out: a GET in the background, with a timeout of 200 ms.',
    ),
    maxReplyBytes: whole(
      { min: 1024, max: 67_108_864, default: 1_048_576 },
      "Maximum size of a bidder's reply in bytes; a larger one is an error of that bidder.",
    ),
    connectionsPerBidder: whole(
      { min: 1, max: 65_535, default: 256 },
      "Maximum connections to a bidder's host, and so maximum calls in flight there, per process.",
    ),
    queuePerBidder: whole(
      { min: 0, max: 65_535, default: 64 },
      'Maximum calls waiting for one of those connections; more fail at once.',
    ),
    drainGraceMs: whole(
      { min: 0, max: 10_000, default: 300 },
      'How long a late reply may still be read, so that its connection can be reused, in milliseconds.',
    ),
    bodyTimeoutMs: whole(
      { min: 1, max: 600_000, default: 5000 },
      'Timeout for receiving the whole request body, in milliseconds; then: 408.',
    ),
    queueLimit: whole(
      { min: 1, max: 1_000_000, default: 4096 },
      'Maximum auctions waiting for a worker, per process; more get 503.',
    ),
  },
  'Time and size of auctions.',
);

/** The schema of `validation`. */
export const validationSection = section(
  {
    wrongTypes: word(
      ['reject', 'repair'],
      'A request field of the wrong JSON type: reject with 400, or convert with a warning ("true"; "300", 300.4 or true for a whole number; 7 for "7"; "a" for ["a"]; ["a", "b"] for "a", but for keywords "a,b"; site.data, app.data or user.data that is an object moves to ext.data, also in bidderconfig). Ids of accounts, apps and stored data, profile names and tmax are never converted.',
    ),
    unknownBidder: word(
      ['warn', 'reject'],
      'An unknown bidder in a request: drop it with an error (ext.errors), or reject with 400.',
    ),
    unknownProfile: word(
      ['reject', 'warn'],
      'A profile in a request that is not stored, belongs to another account, or is invalid: reject with 400, or ignore it with a warning.',
    ),
    badParams: word(
      ['warn', 'reject'],
      'Bidder params that fail their schema: drop the bidder with an error (ext.errors), or reject with 400.',
    ),
    bannerSize: word(
      ['skip', 'warn', 'enforce'],
      "A banner bid without w or h, wider than its imp's widest size or higher than the highest, or over bannerMaxWidth or bannerMaxHeight: keep it, keep it with a warning, or drop it. If the imp has no sizes, or has flexible formats (wratio, hratio), only these two limits apply.",
    ),
    bannerMaxWidth: whole(
      { ...side, default: 0 },
      "Maximum banner width that bannerSize accepts, whatever the imp's sizes; 0: no such limit.",
    ),
    bannerMaxHeight: whole(
      { ...side, default: 0 },
      "Maximum banner height that bannerSize accepts, whatever the imp's sizes; 0: no such limit.",
    ),
    secureMarkup: word(
      ['skip', 'warn', 'enforce'],
      'A bid of any media type on an imp with secure: 1 whose adm has http URLs, plain or URL-encoded, and no https ones: keep it, keep it with a warning, or drop it.',
    ),
  },
  'How strictly requests and bids are validated.',
);

/** The part of `validation` that an account may set: how its bids are validated. */
export const creativeSettings = Type.Pick(validationSection, [
  'bannerSize',
  'bannerMaxWidth',
  'bannerMaxHeight',
  'secureMarkup',
]);

/** How bids' creatives are validated. */
export type CreativeSettings = Frozen<Static<typeof creativeSettings>>;
