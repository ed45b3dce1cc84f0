/** The settings of price floors of an account (implementations A 8, B 9 'Floors'). */
import { type Static, Type } from 'typebox';
import { group, whole, type Frozen } from './kinds.ts';

const maybe = (description: string) => Type.Optional(Type.Boolean({ description }));

/** The schema of an account's `priceFloors`. */
export const accountFloors = group(
  {
    enabled: maybe(
      "Set imp.bidfloor by the rules of ext.<namespace>.floors, and drop bids below an imp's floor; false when not stated.",
    ),
    enforceRate: Type.Optional(
      whole({ min: 0, max: 100 }, 'Of a hundred auctions so many drop bids below their floor; 100 when not stated.'),
    ),
    enforceDealFloors: maybe(
      'Deals may be held to floors, too, by requests that ask for it (enforcement.floorDeals); false when not stated.',
    ),
    adjustForBidAdjustment: maybe(
      'Tell a bidder whose prices are adjusted by a factor the floor that its own price must reach; true when not stated.',
    ),
    maxRules: Type.Optional(whole({ min: 0, max: 100_000 }, 'Most rules of a model; 0 or not stated: any number.')),
    maxSchemaDims: Type.Optional(whole({ min: 0, max: 20 }, 'Most fields of a model; 0 or not stated: any number.')),
  },
  'Price floors: what bids must cost at least.',
);

/** An account's `priceFloors`. */
export type FloorSettings = Frozen<Static<typeof accountFloors>>;
