/** Composes the ad-server keys of the bids that stay (spec 4.1.3). */
import type { AuctionContext } from '../../src/auction/context.ts';
import { addWarning, warningCode, type Problems } from '../../src/errors.ts';
import {
  describeKeyless,
  readTargeting,
  type TargetingDefaults,
  type TargetingSettings,
} from '../../src/money/targeting.ts';
import type { Targeting } from '../../src/openrtb/svc.ts';
import { buildTargeting } from '../../src/stages/settle/build-targeting.ts';
import type { BidTerms } from '../parts.ts';
import type { PlacedBid } from './place-bids.ts';

/** What the request's targeting asks for, with the defaults of host and account; undefined without targeting. */
export function targetingSettings(
  context: AuctionContext,
  { parts, warnings }: BidTerms,
): TargetingSettings | undefined {
  const asked = context.svc['targeting'] as Targeting | undefined;
  const { targeting, namespace } = parts.config;
  if (asked === undefined) {
    if (context.debug) tellUntargeted({ ...targeting, ...context.targetingDefaults }, namespace, warnings);
    return undefined;
  }
  const read = readTargeting(asked, {
    ...targeting,
    ...context.targetingDefaults,
    env: context.env,
    bidRounding: context.bidRounding,
    seed: context.seed,
  });
  for (const { of, text } of read.warnings) {
    const message = of === 'request' ? `ext.${namespace}.${text}` : `the account's ${text}`;
    addWarning(warnings, message, warningCode.targetingPrefix);
  }
  const keyless = describeKeyless(asked, read.settings);
  if (keyless !== undefined) addWarning(warnings, `ext.${namespace}.${keyless}`);
  return read.settings;
}

/** Tells those who debug an auction why the keys that its host makes by default are missing. */
function tellUntargeted(
  { includeWinners, includeBidderKeys }: Partial<TargetingDefaults>,
  namespace: string,
  warnings: Problems,
): void {
  if (includeWinners !== true && includeBidderKeys !== true) return;
  const what = 'is missing, so bids have no keys: add it; {} asks for the keys that this host sets by default';
  addWarning(warnings, `ext.${namespace}.targeting ${what}`);
}

/** The bids with their keys, including those of cached bids; `settings` undefined means no keys. */
export function targetBids(
  placed: readonly PlacedBid[],
  settings: TargetingSettings | undefined,
): readonly PlacedBid[] {
  if (settings === undefined) return placed;
  return placed.map((one) => {
    const targeting = keysOf(one, settings);
    return { ...one, targeting, targetbiddercode: (targeting && one.placing.targetbiddercode) || undefined };
  });
}

function keysOf({ priced, placing, cached }: PlacedBid, settings: TargetingSettings) {
  const { bid, type, price, pod } = priced;
  const { dealid, w, h } = bid as { readonly dealid?: string; readonly w?: number; readonly h?: number };
  return buildTargeting({ type, price, dealid, w, h, cache: cached, catDur: pod?.catDur }, placing, settings);
}
