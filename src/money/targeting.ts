/**
 * Decides what `ext.svc.targeting` asks for with the host's defaults applied (spec 4.1.3; decisions, 'includewinners'; implementation B 3).
 */
import type { MediaType } from '../openrtb/media-types.ts';
import { own } from '../openrtb/json-object.ts';
import type { Targeting } from '../openrtb/svc.ts';
import { compileGranularity, mediumGranularity, type Granularity } from './granularity.ts';
import { longestPrefix, prefixFits, standardPrefix } from './key-length.ts';
import { roundingOf, type BidRounding, type Rounding } from './price-bucket.ts';

/** The host's settings overridden by the account's, and the kind of request. */
export interface TargetingDefaults {
  readonly prefix: string;
  /** Characters; 0: no limit. */
  readonly truncateKeyLength: number;
  readonly includeWinners: boolean;
  readonly includeBidderKeys: boolean;
  readonly includeFormat?: boolean;
  readonly preferDeals?: boolean;
  readonly alwaysIncludeDeals?: boolean;
  /** A word of `pricegranularity`; undefined: med. */
  readonly priceGranularity?: string;
  /** The account's rounding; undefined: down. */
  readonly bidRounding?: BidRounding | undefined;
  /** The auction's seed for `timesplit`, in hexadecimal digits. */
  readonly seed: string;
  readonly env: '' | 'amp' | 'mobile-app';
}

/** Which targeting keys to make. */
export interface TargetingSettings extends Pick<TargetingDefaults, 'prefix' | 'truncateKeyLength' | 'env'> {
  readonly includewinners: boolean;
  readonly includebidderkeys: boolean;
  readonly includeformat: boolean;
  readonly preferdeals: boolean;
  readonly alwaysincludedeals: boolean;
  readonly rounding: Rounding;
  /** By the bid's resolved media type. */
  readonly granularity: { readonly [type in MediaType]: Granularity };
}

/** A setting that was ignored, in a sentence that starts with its path: under `ext.<namespace>`, or among the defaults. */
export interface TargetingWarning {
  readonly of: 'request' | 'defaults';
  readonly text: string;
}

/** What the request asks for, and what was ignored. */
export interface ReadTargeting {
  readonly settings: TargetingSettings;
  readonly warnings: readonly TargetingWarning[];
}

/** Reads the request's validated `targeting`. Validation rejects a faulty granularity, which this function would read as medium. */
export function readTargeting(targeting: Targeting, defaults: TargetingDefaults): ReadTargeting {
  const warnings: TargetingWarning[] = [];
  const truncateKeyLength = targeting.truncateattrchars ?? defaults.truncateKeyLength;
  const settings = {
    prefix: choosePrefix({ targeting, defaults, truncateKeyLength }, warnings),
    truncateKeyLength,
    ...keyedBids(targeting, defaults),
    includeformat: targeting.includeformat ?? defaults.includeFormat === true,
    preferdeals: targeting.preferdeals ?? defaults.preferDeals === true,
    alwaysincludedeals: targeting.alwaysincludedeals ?? defaults.alwaysIncludeDeals === true,
    env: defaults.env,
    rounding: roundingOf(defaults.bidRounding, defaults.seed),
    granularity: readGranularities(targeting, defaults.priceGranularity),
  };
  return { settings, warnings };
}

/** Which bids get keys: as the request says, otherwise as the host does; on AMP pages all bids by default. */
export function keyedBids(
  { includewinners, includebidderkeys }: Targeting,
  { includeWinners, includeBidderKeys, env }: Pick<TargetingDefaults, 'includeWinners' | 'includeBidderKeys' | 'env'>,
): Pick<TargetingSettings, 'includewinners' | 'includebidderkeys'> {
  const isAmp = env === 'amp';
  return {
    includewinners: includewinners ?? (isAmp || includeWinners),
    includebidderkeys: includebidderkeys ?? (isAmp || includeBidderKeys),
  };
}

/**
 * Why no key is made although the request does not rule keys out, in a sentence that starts with `targeting`. Undefined where keys are
 * made, or where the request states both flags and so wants none.
 */
export function describeKeyless(targeting: Targeting, settings: TargetingSettings): string | undefined {
  if (settings.includewinners || settings.includebidderkeys) return undefined;
  const { includewinners, includebidderkeys } = targeting;
  if (includewinners !== undefined && includebidderkeys !== undefined) return undefined;
  return 'targeting asks for no keys: set includewinners or includebidderkeys to true';
}

interface PrefixChoice {
  readonly targeting: Targeting;
  readonly defaults: TargetingDefaults;
  readonly truncateKeyLength: number;
}

function choosePrefix({ targeting, defaults, truncateKeyLength }: PrefixChoice, warnings: TargetingWarning[]): string {
  const { prefix: asked, truncateattrchars } = targeting;
  if (asked && prefixFits(asked, truncateKeyLength)) return asked;
  const most = longestPrefix(truncateKeyLength);
  const text = `targeting.prefix is longer than ${most} characters and was ignored: shorten it`;
  if (asked) warnings.push({ of: 'request', text });
  if (prefixFits(defaults.prefix, truncateKeyLength)) return defaults.prefix;
  const short = `targeting.truncateattrchars leaves only ${most} characters for the prefix ${defaults.prefix}, so hb is used: raise it`;
  warnings.push(truncateattrchars === undefined ? { of: 'defaults', text } : { of: 'request', text: short });
  return standardPrefix;
}

function readGranularities(
  { pricegranularity, mediatypepricegranularity }: Targeting,
  unstated: string | undefined,
): TargetingSettings['granularity'] {
  const standard = readGranularity(pricegranularity ?? unstated);
  const forType = (type: MediaType): Granularity => {
    const listed = own(mediatypepricegranularity, type);
    return listed === undefined ? standard : readGranularity(listed);
  };
  return { banner: forType('banner'), video: forType('video'), audio: forType('audio'), native: forType('native') };
}

function readGranularity(spec: unknown): Granularity {
  const granularity = compileGranularity(spec);
  return 'fault' in granularity ? mediumGranularity : granularity;
}
