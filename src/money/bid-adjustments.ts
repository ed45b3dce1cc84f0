/** Decides which steps adjust a bid's price, and which rules are invalid (implementations A 2.1, B 4, `bidadjustments`). */
import type { MediaType } from '../openrtb/media-types.ts';
import { own } from '../openrtb/json-object.ts';
import type { BidAdjustment, BidAdjustments } from '../openrtb/svc-pricing.ts';
import { isCurrency } from './convert.ts';

/** Adjustment rules as a request or an account states them, read-only. */
export interface AdjustmentRules {
  readonly mediatype?: { readonly [type: string]: ByBidder } | undefined;
}

type ByBidder = { readonly [bidder: string]: ByDeal };
type ByDeal = { readonly [deal: string]: readonly Readonly<BidAdjustment>[] };

/** One step of a valid rule; `currency` is guaranteed for `cpm` and `static` only. */
export interface AdjustmentStep {
  readonly adjtype: 'cpm' | 'multiplier' | 'static';
  readonly value: number;
  readonly currency: string;
}

/** A bid as rules match it: `type` from `adjustedType`, `names` the bidder's in order of precedence, `dealid` '' for no deal. */
export interface AdjustedBid {
  readonly type: string;
  readonly names: readonly string[];
  readonly dealid: string;
}

/** Returns the steps for a bid, in order; undefined when no rule matches. */
export type StepsOf = (bid: AdjustedBid) => readonly AdjustmentStep[] | undefined;

/** The media types that rules may name; others are ignored, as in both implementations. */
export const adjustedTypes = ['banner', 'video-instream', 'video-outstream', 'audio', 'native', '*'] as const;

/** The most steps in one rule, more than anyone needs: each step lengthens the exact number that the next one works on. */
export const mostSteps = 10;

/**
 * Precedence of rules, highest first: whether the rule names a media type, a bidder and a deal, or has a wildcard there
 * (implementation A 2.1).
 */
const priorities: readonly (readonly [type: boolean, bidder: boolean, deal: boolean])[] = [
  [true, true, true],
  [true, true, false],
  [true, false, true],
  [false, true, true],
  [true, false, false],
  [false, true, false],
  [false, false, true],
  [false, false, false],
];

const anyName = ['*'];

/** The media type by which a bid is adjusted; `outstream`: its imp's video plays outside other video, or accompanies other content. */
export function adjustedType(type: MediaType, outstream: boolean): string {
  if (type !== 'video') return type;
  return outstream ? 'video-outstream' : 'video-instream';
}

/**
 * Compiles valid rules into a lookup; undefined when no source has rules. When two sources have a rule for the same media type, bidder and
 * deal, the first source wins. Bidder names match in any case and the first of several equal names wins; deals match exactly.
 */
export function compileAdjustments(sources: readonly (AdjustmentRules | undefined)[]): StepsOf | undefined {
  const indexes = sources.filter((rules) => rules !== undefined).map(indexOf);
  if (indexes.length === 0) return undefined;
  return ({ type, names, dealid }) => {
    const lowerNames = names.map((name) => name.toLowerCase());
    for (const [ofType, ofBidder, ofDeal] of priorities) {
      if (ofDeal && dealid === '') continue;
      for (const name of ofBidder ? lowerNames : anyName) {
        for (const index of indexes) {
          const steps = own(index.get(ofType ? type : '*')?.get(name), ofDeal ? dealid : '*');
          if (steps !== undefined) return steps as readonly AdjustmentStep[];
        }
      }
    }
    return undefined;
  };
}

/** Maps each media type to its bidders (in lower case) and their deals; deals are looked up in the original object. */
function indexOf({ mediatype = {} }: AdjustmentRules): ReadonlyMap<string, ReadonlyMap<string, ByDeal>> {
  const index = new Map<string, Map<string, ByDeal>>();
  for (const type of adjustedTypes) {
    const bidders = new Map<string, ByDeal>();
    for (const [bidder, deals] of Object.entries(mediatype[type] ?? {})) {
      const name = bidder.toLowerCase();
      if (!bidders.has(name)) bidders.set(name, deals);
    }
    index.set(type, bidders);
  }
  return index;
}

/** What is wrong with rules: `path` leads from the rules to the fault, `what` completes the sentence that the path begins. */
export interface AdjustmentFault {
  readonly path: readonly string[];
  readonly what: string;
}

/** The first fault in rules whose JSON types are right; undefined for none. One is enough, because faulty rules are ignored as a whole. */
export function findAdjustmentFault({ mediatype = {} }: AdjustmentRules | BidAdjustments): AdjustmentFault | undefined {
  for (const type of adjustedTypes) {
    const seen = new Set<string>();
    for (const [bidder, deals] of Object.entries(mediatype[type] ?? {})) {
      const path = ['mediatype', type, bidder];
      const name = bidder.toLowerCase();
      if (seen.has(name)) return { path, what: 'differs from another name only in case: keep one' };
      seen.add(name);
      for (const [deal, steps] of Object.entries(deals)) {
        const what = faultOfSteps(steps);
        if (what !== undefined) return { path: [...path, deal], what };
      }
    }
  }
  return undefined;
}

function faultOfSteps(steps: readonly Readonly<BidAdjustment>[]): string | undefined {
  if (steps.length > mostSteps) return `has ${steps.length} steps: keep at most ${mostSteps}`;
  for (const [at, step] of steps.entries()) {
    const what = faultOfStep(step);
    if (what !== undefined) return `is invalid at [${at}]: ${what}`;
  }
  return undefined;
}

function faultOfStep({ adjtype, value, currency = '' }: Readonly<BidAdjustment>): string | undefined {
  const isMultiplier = adjtype === 'multiplier';
  if (!isMultiplier && adjtype !== 'cpm' && adjtype !== 'static') return 'adjtype must be cpm, multiplier or static';
  if (value === undefined) return 'it has no value';
  if (!(value >= 0)) return `value must not be below 0 (${value})`;
  if (isMultiplier) return value < 100 ? undefined : `value must be below 100 for a multiplier (${value})`;
  return isCurrency(currency) ? undefined : `currency must be three letters such as EUR`;
}
