/** What `ext.<namespace>` of a request says about prices: price tables and factors (spec 4.1.2, 4.1.3). */
import { Type, type Static } from 'typebox';
import { fields, mapOf } from './schema.ts';

/** A price table: `increment` up to `max`, `precision` decimals. */
const PriceGranularity = fields({
  precision: Type.Integer(),
  ranges: Type.Array(fields({ max: Type.Number(), increment: Type.Number() })),
});

/** A price table, or the word for one. */
export const Granularity = Type.Union([Type.String(), PriceGranularity]);

const Factors = mapOf(Type.Number());

/** Factors by bidder, and under `mediatypes` by media type and bidder (spec 4.1.2). */
export const BidAdjustmentFactors = Type.Unsafe<{
  mediatypes?: Record<string, Record<string, number>>;
  [bidder: string]: unknown;
}>(Type.Object({ mediatypes: Type.Optional(mapOf(Factors)) }, { additionalProperties: Type.Number() }));
/** Factors by bidder (numbers), and under `mediatypes` by media type and bidder. */
export type BidAdjustmentFactors = Static<typeof BidAdjustmentFactors>;

/** One step of an adjustment: what it does, by how much, and for `cpm` and `static` in which currency. */
const BidAdjustment = fields({ adjtype: Type.String(), value: Type.Number(), currency: Type.String() });
/** One step of an adjustment. */
export type BidAdjustment = Static<typeof BidAdjustment>;

/** Steps by media type, bidder and deal, each of which may be `*` (implementations A 2.1, B 4). */
export const BidAdjustments = fields({ mediatype: mapOf(mapOf(mapOf(Type.Array(BidAdjustment)))) });
/** Steps by media type, bidder and deal. */
export type BidAdjustments = Static<typeof BidAdjustments>;
