/** The settings of one account (interface, `accounts`): the same schema reads `accounts.defaults` and account files. */
import { Type, type Static } from 'typebox';
import { codePattern, codeHint, partial, section, text, toggle, whole } from './kinds.ts';
import { accountPrivacy } from './privacy-settings.ts';

/** The schema of `targeting`: what applies when a request's targeting does not say. */
export const targetingSection = section(
  {
    truncateKeyLength: whole({ min: 0, max: 255, default: 20 }, 'Longest targeting key in characters; 0: no limit.'),
    prefix: text(
      {
        default: 'hb',
        pattern: '^[A-Za-z][A-Za-z0-9_-]{0,19}$',
        hint: 'a letter, then letters, digits, "_" or "-" (20 at most)',
      },
      'First part of every targeting key.',
    ),
    includeWinners: toggle(false, 'Set keys of the winning bid of each imp.'),
    includeBidderKeys: toggle(false, "Set keys of each bidder's best bid of each imp."),
  },
  'Ad-server targeting when a request has targeting without these fields.',
);

/** The schema of `events`. */
export const eventsSection = section(
  { enabled: toggle(false, 'Put event addresses into bids, and trackers into VAST.') },
  'Events of win and impression.',
);

const ttl = (what: string) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: 31_536_000, description: `How long a cached ${what} bid lives, in seconds.` }),
  );

const cache = Type.Object(
  { bannerTtlSeconds: ttl('banner'), videoTtlSeconds: ttl('video') },
  { additionalProperties: false, description: "The account's cache lifetimes." },
);

const vtrack = Type.Object(
  {
    maxTtlSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 86_400,
        description: 'Longest life of VAST that players put through /vtrack, in seconds.',
      }),
    ),
  },
  { additionalProperties: false, description: "The account's tracked VAST." },
);

const cookieSync = Type.Object(
  {
    defaultLimit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: 'Syncs per answer when the client names no limit; 0: all.',
      }),
    ),
    coopSync: Type.Optional(Type.Boolean({ description: 'Also sync bidders that the client did not name.' })),
  },
  { additionalProperties: false, description: "The account's user sync." },
);

const accountBidder = Type.Object(
  { enabled: Type.Optional(Type.Boolean({ description: 'Ask and synchronise this bidder for this account.' })) },
  { additionalProperties: false, description: "One bidder's settings for this account." },
);

/** The schema of an account: everything is optional, the host's setting applies where it is silent. */
export const accountSchema = Type.Object(
  {
    id: Type.Optional(text({}, 'The account id, for readers of the file; the file name decides.')),
    disabled: Type.Optional(Type.Boolean({ description: 'Refuse auctions of this account with 503.' })),
    debugAllowed: Type.Optional(Type.Boolean({ description: 'Debug output may be asked for; true when not stated.' })),
    defaultBidLimit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: 'Bids kept per bidder and imp without multibid; 0: all.',
      }),
    ),
    targeting: Type.Optional(partial(targetingSection)),
    cache: Type.Optional(cache),
    events: Type.Optional(partial(eventsSection)),
    vtrack: Type.Optional(vtrack),
    cookieSync: Type.Optional(cookieSync),
    privacy: Type.Optional(accountPrivacy),
    bidders: Type.Optional(
      Type.Record(Type.String({ pattern: codePattern }), accountBidder, {
        hint: codeHint,
        description: 'Bidders by code, for this account.',
      }),
    ),
  },
  { additionalProperties: false, default: {}, description: 'What holds for accounts that do not say otherwise.' },
);

/** One account's settings; what is absent comes from the host. */
export type AccountSettings = Static<typeof accountSchema>;
