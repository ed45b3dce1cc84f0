/** Decides which steps a bid's price goes through, and which rules cannot be obeyed (implementations A 2.1, B 4, `bidadjustments`). */
import type { MediaType } from '../openrtb/media-types.ts';
import { own } from '../openrtb/merge-patch.ts';
import type { BidAdjustment, BidAdjustments } from '../openrtb/svc-pricing.ts';
import { isCurrency } from './convert.ts';

/** Rules as a request or an account states them, where nothing changes them any more. */
export interface AdjustmentRules {
  readonly mediatype?: { readonly [type: string]: ByBidder } | undefined;
}

type ByBidder = { readonly [bidder: string]: ByDeal };
type ByDeal = { readonly [deal: string]: readonly Readonly<BidAdjustment>[] };

/** A step of rules without fault; `currency` is there for `cpm` and `static`. */
export interface AdjustmentStep {
  readonly adjtype: 'cpm' | 'multiplier' | 'static';
  readonly value: number;
  readonly currency: string;
}

/** A bid as rules know it: `type` from `adjustedType`, `names` its bidder's, the first counting first, `dealid` '' for none. */
export interface AdjustedBid {
  readonly type: string;
  readonly names: readonly string[];
  readonly dealid: string;
}

/** The steps for a bid in their order; undefined where no rule is for it. */
export type StepsOf = (bid: AdjustedBid) => readonly AdjustmentStep[] | undefined;

/** The media types that rules are for; others are ignored, as both implementations do. */
export const adjustedTypes = ['banner', 'video-instream', 'video-outstream', 'audio', 'native', '*'] as const;

/** More than anybody needs: each step makes the exact number longer that the next one works on. */
export const mostSteps = 10;

/** Whose rule comes first: which of media type, bidder and deal it names (implementation A 2.1). */
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

/** The media type by which a bid is adjusted; `outstream`: the video of its imp stands outside of other video, or beside other content. */
export function adjustedType(type: MediaType, outstream: boolean): string {
  if (type !== 'video') return type;
  return outstream ? 'video-outstream' : 'video-instream';
}

/**
 * Makes a look-up of rules that have no fault; undefined where no source has rules. Where two sources have a rule for the same media
 * type, bidder and deal, that of the first counts. Names of bidders match in any case, the first of equals wins; deals match exactly.
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

/** The deals of each bidder in lower case, by media type: what is below them is looked up where it stands. */
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

/** What is wrong with rules: `path` leads to it from them, `what` completes the sentence that the path begins. */
export interface AdjustmentFault {
  readonly path: readonly string[];
  readonly what: string;
}

/** The first fault of rules whose JSON types are right, undefined for none. One is enough: such rules are left aside whole. */
export function findAdjustmentFault({ mediatype = {} }: AdjustmentRules | BidAdjustments): AdjustmentFault | undefined {
  for (const type of adjustedTypes) {
    const seen = new Set<string>();
    for (const [bidder, deals] of Object.entries(mediatype[type] ?? {})) {
      const path = ['mediatype', type, bidder];
      const name = bidder.toLowerCase();
      if (seen.has(name)) return { path, what: 'differs from another name only by case: keep one' };
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
    if (what !== undefined) return `is wrong at [${at}]: ${what}`;
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
