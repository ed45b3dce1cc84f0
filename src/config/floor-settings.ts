/** The settings of price floors of an account (implementations A 8, B 9 'Floors'). */
import { type Static, Type } from 'typebox';
import { group, list, maybe, section, text, whole, type Frozen } from './kinds.ts';

/** The schema of the host's `priceFloors`. */
export const floorsSection = section(
  {
    providerHosts: list(
      Type.String({
        pattern: '^(?:[a-z0-9.-]{1,253}|\\[[0-9a-f:.]{2,45}\\])$',
        hint: 'a host name in small letters, or an address such as 10.0.0.1 or [fd00::1]',
      }),
      "Hosts that may be asked for floors, as accounts' priceFloors.fetch.url names them; none when not stated.",
    ),
  },
  'Price floors for accounts that have them (accounts.defaults.priceFloors for all).',
);

const fetch = group(
  {
    url: text(
      { format: 'http-url', minLength: 1 },
      "The provider's address of this account's floors data (JSON, schema 2).",
    ),
    timeoutMs: Type.Optional(
      whole({ min: 10, max: 10_000 }, 'Longest wait for an answer, in milliseconds; 3000 when not stated.'),
    ),
    maxBytes: Type.Optional(whole({ min: 1, max: 4_194_304 }, 'Longest data, in bytes; 102400 when not stated.')),
    maxRules: Type.Optional(
      whole({ min: 0, max: 100_000 }, 'Most rules of a model; 0: any number; 1000 when not stated.'),
    ),
    periodSeconds: Type.Optional(
      whole({ min: 10, max: 604_800 }, 'How often data are fetched again, in seconds; 3600 when not stated.'),
    ),
    maxAgeSeconds: Type.Optional(
      whole(
        { min: 10, max: 2_592_000 },
        'How long data are used when they cannot be fetched again, in seconds; 86400 when not stated.',
      ),
    ),
  },
  "Floors that a provider makes: they go before the request's rules.",
);

/** The schema of an account's `priceFloors`. */
export const accountFloors = group(
  {
    enabled: maybe(
      "Set imp.bidfloor by the rules of ext.<namespace>.floors, and drop bids below an imp's floor; false when not stated.",
    ),
    enforceRate: Type.Optional(
      whole({ min: 0, max: 100 }, 'Percentage of auctions that drop bids below their floor; 100 when not stated.'),
    ),
    enforceDealFloors: maybe(
      'Deals may be held to floors, too, by requests that ask for it (enforcement.floorDeals); false when not stated.',
    ),
    adjustForBidAdjustment: maybe(
      'Tell a bidder whose prices factors or bidadjustments change the floor that its own price must reach; true when not stated.',
    ),
    useDynamicData: maybe("Follow the provider's floors; true when not stated."),
    fetch: Type.Optional(fetch),
    maxRules: Type.Optional(whole({ min: 0, max: 100_000 }, 'Most rules of a model; 0 or not stated: any number.')),
    maxSchemaDims: Type.Optional(whole({ min: 0, max: 20 }, 'Most fields of a model; 0 or not stated: any number.')),
  },
  'Price floors: what bids must cost at least.',
);

/** An account's `priceFloors`. */
export type FloorSettings = Frozen<Static<typeof accountFloors>>;

/** How an account's floors are fetched. */
export type FloorFetch = NonNullable<FloorSettings['fetch']>;
