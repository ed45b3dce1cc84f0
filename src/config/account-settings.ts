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
    enabled: maybe(
      'Bids are kept in the cache for requests that ask for it; true when not stated. AMP pages get no ads without.',
    ),
  },
  'How bids of one account are cached.',
);

const cookieSync = group(
  {
    ...partial(Type.Pick(userSyncSection, ['defaultLimit', 'maxLimit', 'coopSync'])).properties,
    priorityGroups: Type.Optional(
      list(
        codes('One group.'),
        'Groups of bidder codes that coopSync adds first, the most important one in front, in place of userSync.priorityGroups; none for no group.',
      ),
    ),
  },
  'User sync of one account.',
);

const accountBidder = group(
  { enabled: maybe('Ask and synchronise this bidder for this account.') },
  "One bidder's settings for this account.",
);

/** The schema of an account. Everything is optional: the host's setting applies where the account has none. */
export const accountSchema = section(
  {
    id: Type.Optional(text({}, 'The account id, for readers of the file; the file name decides.')),
    disabled: maybe('Refuse auctions of this account with 503.'),
    debugAllowed: maybe('Debug output may be asked for; true when not stated.'),
    defaultIntegration: Type.Optional(
      text(
        { pattern: '^[A-Za-z0-9_-]{0,64}$', hint: 'at most 64 letters, digits, "-" and "_"' },
        'The ext.<namespace>.integration of requests that state none; bidders, events and analytics receive it.',
      ),
    ),
    defaultBidLimit: Type.Optional(
      whole({ min: 0, max: 1000 }, 'Bids kept per bidder and imp without multibid; 0: all.'),
    ),
    maxImps: Type.Optional(
      whole(
        { min: 1, max: 10_000 },
        'Most imps of a request where that is less than auction.maxImps; those after are cut with a warning.',
      ),
    ),
    maxProfiles: Type.Optional(
      whole(
        { min: 0, max: mostProfiles },
        'Most stored profiles of a request, and of an imp with those of its request, in place of auction.maxProfiles.',
      ),
    ),
    validation: Type.Optional(partial(creativeSettings)),
    preferredMediaType: Type.Optional(
      byCode(
        Type.Enum([...mediaTypes], { description: 'Its media type.' }),
        'banner, video, audio or native, by bidder code or alias. A bidder that takes only one media type per imp gets this one of an imp with several; without it, or if the imp does not have it, the bidder is not offered the imp. ext.<namespace>.biddercontrols.<bidder>.prefmtype of a request wins.',
      ),
    ),
    secondaryBidders: Type.Optional(
      codes(
        'Bidders and aliases that an auction does not wait for: once all others are done, and one of the others has answered with a status below 300, the auction goes on with the bids that have arrived.',
      ),
    ),
    bidAdjustments: Type.Optional(bidAdjustments),
    bidRounding: Type.Optional(
      Type.Enum(['down', 'up', 'true', 'timesplit'], {
        description:
          'The end of its price bucket that a bid gets: down (when not stated), up, "true" (the nearer one; in quotes), timesplit (down in one half of all auctions, up in the other).',
      }),
    ),
    tellBidRank: maybe(
      'Each bid tells at ext.<namespace>.rank its place among the bids on its imp, 1 for the best: by price, deals first where the targeting prefers them; false when not stated.',
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
  'What holds for accounts that do not say otherwise.',
);

/** One account's settings; the host supplies what is absent. */
export type AccountSettings = Frozen<Static<typeof accountSchema>>;
