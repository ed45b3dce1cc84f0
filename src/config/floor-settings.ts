/** The settings of price floors of an account (implementations A 8, B 9 'Floors'). */
import { type Static, Type } from 'typebox';
import { group, list, maybe, section, text, whole, type Frozen } from './kinds.ts';

/** The schema of the host's `priceFloors`. */
export const floorsSection = section(
  {
    providerHosts: list(
      Type.String({
        pattern: '^(?:[a-z0-9.-]{1,253}|\\[[0-9a-f:.]{2,45}\\])$',
        hint: 'a host name in lower case, or an address such as 10.0.0.1 or [fd00::1]',
      }),
      "Hosts that floors may be fetched from, as named in accounts' priceFloors.fetch.url; empty: none.",
    ),
  },
  'Price floors for accounts that have them (accounts.defaults.priceFloors for all).',
);

const fetch = group(
  {
    url: text(
      { format: 'http-url', minLength: 1 },
      "The provider's URL of this account's floors data (JSON, schema 2).",
    ),
    timeoutMs: Type.Optional(whole({ min: 10, max: 10_000 }, 'Timeout of a fetch, in milliseconds; default: 3000.')),
    maxBytes: Type.Optional(whole({ min: 1, max: 4_194_304 }, 'Maximum size of the data, in bytes; default: 102400.')),
    maxRules: Type.Optional(
      whole({ min: 0, max: 100_000 }, 'Maximum rules per model group; 0: no limit; default: 1000.'),
    ),
    periodSeconds: Type.Optional(
      whole({ min: 10, max: 604_800 }, 'How often the data is fetched, in seconds; default: 3600.'),
    ),
    maxAgeSeconds: Type.Optional(
      whole(
        { min: 10, max: 2_592_000 },
        'How long the data is used when it cannot be fetched again, in seconds; default: 86400.',
      ),
    ),
  },
  "Floors from a provider: they take precedence over the request's rules.",
);

/** The schema of an account's `priceFloors`. */
export const accountFloors = group(
  {
    enabled: maybe(
      "Set imp.bidfloor by the rules of ext.<namespace>.floors, and drop bids below an imp's floor; default: false.",
    ),
    enforceRate: Type.Optional(
      whole(
        { min: 0, max: 100 },
        'Percentage of auctions that drop bids below their floor, unless a request states a lower one (enforcement.enforceRate); default: 100.',
      ),
    ),
    enforceDealFloors: maybe(
      'Enforce floors on deals too, for requests that ask for it (enforcement.floorDeals); default: false.',
    ),
    adjustForBidAdjustment: maybe(
      "If bid adjustments (factors or bidadjustments) change a bidder's prices, send it the floor that its unadjusted price must reach; default: true.",
    ),
    useDynamicData: maybe("Use the provider's floors; default: true."),
    fetch: Type.Optional(fetch),
    maxRules: Type.Optional(whole({ min: 0, max: 100_000 }, 'Maximum rules per model group; default: 0, no limit.')),
    maxSchemaDims: Type.Optional(
      whole({ min: 0, max: 20 }, 'Maximum schema fields per model group; default: 0, no limit.'),
    ),
  },
  'Price floors: minimum bid prices.',
);

/** An account's `priceFloors`. */
export type FloorSettings = Frozen<Static<typeof accountFloors>>;

/** How an account's floors are fetched. */
export type FloorFetch = NonNullable<FloorSettings['fetch']>;
