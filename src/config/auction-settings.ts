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
    tmaxDefaultMs: whole({ ...tmax, default: 1000 }, 'Time of an auction whose request has no tmax, in milliseconds.'),
    tmaxMinMs: whole({ ...tmax, default: 50 }, 'Least tmax; a smaller one is raised to it, in milliseconds.'),
    tmaxMaxMs: whole({ ...tmax, default: 5000 }, 'Most tmax; a greater one is lowered to it, in milliseconds.'),
    networkReserveMs: whole(
      { min: 0, max: 10_000, default: 10 },
      "Part of the auction's time reserved for the network round trip to a bidder, in milliseconds.",
    ),
    responseReserveMs: whole(
      { min: 0, max: 10_000, default: 10 },
      "Part of the auction's time reserved for building the answer, in milliseconds.",
    ),
    maxRequestBytes: whole(
      { min: 1, max: 67_108_864, default: 262_144 },
      'Longest request body after inflating; over it: 413.',
    ),
    maxImps: whole(
      { min: 1, max: 10_000, default: 100 },
      'Most imps of a request; those after are cut with a warning.',
    ),
    maxProfiles: whole(
      { min: 0, max: mostProfiles, default: 4 },
      'Most stored profiles of a request, and of an imp with those of its request; those after are left out with a warning.',
    ),
    generateBidId: toggle(false, 'Give each bid an id of our own at ext.<namespace>.bidid.'),
    tellServer: toggle(
      false,
      'Tell bidders of this host at ext.<namespace>.server: {externalurl, gvlid, datacenter}, of externalUrl, privacy.gdpr.hostVendorId and dataCenter.',
    ),
    passClientHints: toggle(
      false,
      'Send bidders the headers Save-Data, Sec-CH-UA, Sec-CH-UA-Mobile and Sec-CH-UA-Platform as the browser sent them.',
    ),
    tellTimeouts: toggle(
      false,
      'Notify bidders that ask for it, such as audienceNetwork, of a call without a reply by the deadline: a GET in the background, for 200 ms at most.',
    ),
    maxReplyBytes: whole(
      { min: 1024, max: 67_108_864, default: 1_048_576 },
      "Longest bidder's reply; over it: an error of that bidder.",
    ),
    connectionsPerBidder: whole(
      { min: 1, max: 65_535, default: 256 },
      'Most connections to one bidder address, and so most calls in flight there, per process.',
    ),
    queuePerBidder: whole(
      { min: 0, max: 65_535, default: 64 },
      'Most calls that wait for one of those connections; further ones fail at once.',
    ),
    drainGraceMs: whole(
      { min: 0, max: 10_000, default: 300 },
      'How long a late reply may still be read, so that its connection can be reused, in milliseconds.',
    ),
    bodyTimeoutMs: whole(
      { min: 1, max: 600_000, default: 5000 },
      'Longest wait for a whole request body, in milliseconds; then: 408.',
    ),
    queueLimit: whole(
      { min: 1, max: 1_000_000, default: 4096 },
      'Most auctions waiting for a worker, per process; over it: 503.',
    ),
  },
  'Time and size of auctions.',
);

/** The schema of `validation`. */
export const validationSection = section(
  {
    wrongTypes: word(
      ['reject', 'repair'],
      'A field of a request in another JSON type than its own: 400, or read as what it means ("true", "300", 300.4 or true for a whole number, 7 for "7", "a" for ["a"], ["a", "b"] for "a", keywords as "a,b", an object site.data, app.data or user.data as that of ext), with a warning. Ids of accounts, apps and stored data, names of profiles, and tmax, must be right.',
    ),
    unknownBidder: word(['warn', 'reject'], 'An unknown bidder in a request: dropped with a warning, or 400.'),
    unknownProfile: word(
      ['reject', 'warn'],
      'A profile that a request names and that is not stored, not for its account, or wrong: 400, or left out with a warning.',
    ),
    badParams: word(['warn', 'reject'], 'Bidder params that fail their schema: bidder dropped with an error, or 400.'),
    bannerSize: word(
      ['skip', 'warn', 'enforce'],
      "A banner bid that states no w or h, is wider than its imp's widest size or higher than the highest, or is over bannerMaxWidth or bannerMaxHeight: kept, kept with a warning, or dropped. Where the imp has no sizes, or formats that grow with the page, only these two limits count.",
    ),
    bannerMaxWidth: whole(
      { ...side, default: 0 },
      'Widest banner that bannerSize lets pass, whatever its imp takes; 0: no limit of the host.',
    ),
    bannerMaxHeight: whole(
      { ...side, default: 0 },
      'Highest banner that bannerSize lets pass, whatever its imp takes; 0: no limit of the host.',
    ),
    secureMarkup: word(
      ['skip', 'warn', 'enforce'],
      'A bid of any media type on an imp with secure 1 whose adm has addresses with http, plain or URL-encoded, and none with https: kept, kept with a warning, or dropped.',
    ),
  },
  'How strictly requests and bids are judged.',
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
