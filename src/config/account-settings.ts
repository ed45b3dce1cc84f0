/** The settings of one account (interface, `accounts`): the same schema reads `accounts.defaults` and account files. */
import { Type, type Static } from 'typebox';
import { creativeSettings } from './auction-settings.ts';
import { bidAdjustments } from './bid-adjustment-settings.ts';
import { accountEvents, accountVtrack } from './event-settings.ts';
import { byCode, codes, group, list, maybe, partial, section, text, whole, type Frozen } from './kinds.ts';
import { mediaTypes } from '../openrtb/media-types.ts';
import { mostProfiles } from '../openrtb/profile.ts';
import { accountFloors } from './floor-settings.ts';
import { accountPlugins } from './plugin-settings.ts';
import { accountPrivacy } from './privacy-settings.ts';
import { cacheSection } from './storage-settings.ts';
import { targetingSection } from './targeting-settings.ts';
import { userSyncSection } from './user-sync-settings.ts';

const cache = group(
  {
    ...partial(Type.Pick(cacheSection, ['bannerTtlSeconds', 'videoTtlSeconds'])).properties,
    enabled: maybe('Cache bids for requests that ask for it; default: true. AMP pages get no ads without the cache.'),
  },
  'How bids of one account are cached.',
);

const cookieSync = group(
  {
    ...partial(Type.Pick(userSyncSection, ['defaultLimit', 'maxLimit', 'coopSync'])).properties,
    priorityGroups: Type.Optional(
      list(
        codes('One group.'),
        'Groups of bidder codes that coopSync adds first, highest priority first; replaces userSync.priorityGroups. An empty list: no group.',
      ),
    ),
  },
  'User sync of one account.',
);

const accountBidder = group(
  { enabled: maybe('Call and sync this bidder for this account.') },
  "One bidder's settings for this account.",
);

/** The schema of an account. Everything is optional: the host's setting applies where the account has none. */
export const accountSchema = section(
  {
    id: Type.Optional(text({}, 'The account id, for readers of the file only; the file name is what counts.')),
    disabled: maybe('Reject auctions of this account with 503.'),
    debugAllowed: maybe('Requests may ask for debug output; default: true.'),
    defaultIntegration: Type.Optional(
      text(
        { pattern: '^[A-Za-z0-9_-]{0,64}$', hint: 'at most 64 letters, digits, "-" and "_"' },
        'Default for ext.<namespace>.integration; passed to bidders, events and analytics.',
      ),
    ),
    defaultBidLimit: Type.Optional(
      whole({ min: 0, max: 1000 }, 'Maximum bids per bidder and imp without multibid; 0: no limit.'),
    ),
    maxImps: Type.Optional(
      whole(
        { min: 1, max: 10_000 },
        'Maximum imps per request, if lower than auction.maxImps; the rest are dropped with a warning.',
      ),
    ),
    maxProfiles: Type.Optional(
      whole(
        { min: 0, max: mostProfiles },
        'Maximum stored profiles per request, and per imp including those of its request; replaces auction.maxProfiles.',
      ),
    ),
    validation: Type.Optional(partial(creativeSettings)),
    preferredMediaType: Type.Optional(
      byCode(
        Type.Enum([...mediaTypes], { description: 'Its media type.' }),
        'banner, video, audio or native, by bidder code or alias. A bidder that takes only one media type per imp is offered this one of an imp with several; if none is set, or the imp lacks it, the bidder is not offered the imp. ext.<namespace>.biddercontrols.<bidder>.prefmtype in a request takes precedence.',
      ),
    ),
    secondaryBidders: Type.Optional(
      codes(
        'Bidders and aliases that an auction does not wait for: once all others are done, and at least one of them has answered with a status below 300, the auction continues with the bids that have arrived.',
      ),
    ),
    bidAdjustments: Type.Optional(bidAdjustments),
    bidRounding: Type.Optional(
      Type.Enum(['down', 'up', 'true', 'timesplit'], {
        description:
          'How a bid is rounded within its price bucket: down (the default), up, "true" (to the nearer end; needs the quotes), timesplit (down in half of all auctions, up in the other half).',
      }),
    ),
    tellBidRank: maybe(
      'Give each bid its rank among the bids on its imp at ext.<namespace>.rank, 1 for the best: by price, deals first if the targeting prefers them; default: false.',
    ),
    targeting: Type.Optional(partial(targetingSection)),
    cache: Type.Optional(cache),
    events: Type.Optional(accountEvents),
    vtrack: Type.Optional(accountVtrack),
    cookieSync: Type.Optional(cookieSync),
    priceFloors: Type.Optional(accountFloors),
    privacy: Type.Optional(accountPrivacy),
    plugins: Type.Optional(accountPlugins),
    bidders: Type.Optional(byCode(accountBidder, 'Bidders by code, for this account.')),
  },
  'Defaults for accounts that do not set these themselves.',
);

/** One account's settings; the host supplies what is absent. */
export type AccountSettings = Frozen<Static<typeof accountSchema>>;
