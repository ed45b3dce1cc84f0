/** Decides the factor that adjusts a bidder's price (spec 4.1.2, decisions 'Factors'). */
import { isObject, own, type JsonObject } from '../openrtb/json-object.ts';

/**
 * Returns the factor for a bid: `type` is from `factorType`, `seat` is the bidder's name in this auction, `core` the bidder code behind it.
 */
export type Factors = (type: string, seat: string, core: string) => number;

/** Factors by lower-case bidder name. */
type FactorMap = ReadonlyMap<string, number>;

const one: Factors = () => 1;

/** The key of `bidadjustmentfactors.mediatypes` for a bid of `type`; `outstream` means that its imp's `video.placement` is over 1. */
export function factorType(type: string, outstream: boolean): string {
  return type === 'video' && outstream ? 'video-outstream' : type;
}

/**
 * Compiles `ext.svc.bidadjustmentfactors` (absent: every factor is 1) into a lookup: the seat's factor for the media type (outstream falls
 * back to `video`), the seat's general factor, the same two for its core bidder, then 1. Names match in any case and the first of several
 * equal names wins; a factor that is not a number above 0 is ignored.
 */
export function compileFactors(bidadjustmentfactors: unknown): Factors {
  if (!isObject(bidadjustmentfactors)) return one;
  const plain = readMap(bidadjustmentfactors);
  const byType = new Map<string, FactorMap>();
  const mediatypes = own(bidadjustmentfactors, 'mediatypes');
  if (isObject(mediatypes)) {
    for (const [type, factors] of Object.entries(mediatypes)) {
      if (isObject(factors)) byType.set(type.toLowerCase(), readMap(factors));
    }
  }
  if (plain.size === 0 && byType.size === 0) return one;
  const named = (type: string, name: string): number | undefined => {
    const key = name.toLowerCase();
    const ofType = byType.get(type)?.get(key);
    const video = type === 'video-outstream' ? byType.get('video')?.get(key) : undefined;
    return ofType ?? video ?? plain.get(key);
  };
  return (type, seat, core) => named(type, seat) ?? (core === seat ? undefined : named(type, core)) ?? 1;
}

function readMap(factors: JsonObject): FactorMap {
  const map = new Map<string, number>();
  for (const [name, factor] of Object.entries(factors)) {
    const key = name.toLowerCase();
    if (Number.isFinite(factor) && Number(factor) > 0 && !map.has(key)) map.set(key, Number(factor));
  }
  return map;
}
