/** What `ext.<namespace>.floors` says about price floors: Prebid's floors data, schema 2 (implementations A 10, B 9 'Floors'). */
import { Type, type Static } from 'typebox';
import { fields, mapOf, Strings } from './schema.ts';

/** One set of rules: `values` maps the values of `schema.fields`, joined by `delimiter`, to floors in `currency`. */
export const FloorGroup = fields({
  currency: Type.String(),
  skipRate: Type.Number(),
  modelWeight: Type.Number(),
  modelVersion: Type.String(),
  schema: fields({ fields: Strings, delimiter: Type.String() }),
  values: mapOf(Type.Number()),
  default: Type.Number(),
  noFloorSignalBidders: Strings,
});
/** One set of rules. */
export type FloorGroup = Static<typeof FloorGroup>;

/** Sets of rules; an auction uses one of them. Rates are percentages. */
export const FloorData = fields({
  currency: Type.String(),
  floorProvider: Type.String(),
  skipRate: Type.Number(),
  useFetchDataRate: Type.Number(),
  noFloorSignalBidders: Strings,
  modelGroups: Type.Array(FloorGroup),
});
/** Sets of rules; an auction uses one of them. */
export type FloorData = Static<typeof FloorData>;

/** The request's floors: rules, and whether they are enforced. */
export const Floors = fields({
  enabled: Type.Boolean(),
  floorMin: Type.Number(),
  floorMinCur: Type.String(),
  floorProvider: Type.String(),
  skipRate: Type.Number(),
  enforcement: fields({
    enforcePBS: Type.Boolean(),
    enforceRate: Type.Number(),
    floorDeals: Type.Boolean(),
    bidAdjustment: Type.Boolean(),
    noFloorSignalBidders: Strings,
  }),
  data: FloorData,
});
/** The request's floors. */
export type Floors = Static<typeof Floors>;

/** `imp.ext.<namespace>.floors`: the minimum floor of this imp. */
export const ImpFloors = fields({ floorMin: Type.Number(), floorMinCur: Type.String() });
