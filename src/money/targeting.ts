/** Decides what `ext.svc.targeting` asks for once the host's defaults are in (spec 4.1.3; decisions, 'includewinners', 'Truncation'; implementation B 3). */
import type { MediaType } from '../openrtb/media-types.ts';
import { own } from '../openrtb/merge-patch.ts';
import type { Targeting } from '../openrtb/svc.ts';
import { compileGranularity, mediumGranularity, type Granularity } from './granularity.ts';
import { roundingOf, type BidRounding, type Rounding } from './price-bucket.ts';

/** The host's settings with the account's over them, and where the request came from. */
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
  /** The account's; undefined: down. */
  readonly bidRounding?: BidRounding | undefined;
  /** The auction's, in hexadecimal digits. */
  readonly seed: string;
  readonly env: '' | 'amp' | 'mobile-app';
}

/** What targeting keys to make. */
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

/** The longest name that follows a prefix: with it, a cut key still says what it is. */
const longestName = '_cache_host'.length;

/** The longest prefix where keys are not cut. */
const longestUncut = 64;

/** Reads the request's `targeting`, which is validated: a faulty granularity does not get here, and would be read as medium. */
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

/** Which bids get keys: as the request says, else those of its host; all on AMP pages. */
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
 * What hinders every key where neither the request nor the host asks for any, in a sentence that starts with `targeting`; undefined
 * where keys are made, or both flags are stated: then none are meant.
 */
export function describeKeyless(targeting: Targeting, settings: TargetingSettings): string | undefined {
  if (settings.includewinners || settings.includebidderkeys) return undefined;
  const { includewinners, includebidderkeys } = targeting;
  if (includewinners !== undefined && includebidderkeys !== undefined) return undefined;
  const flag = /^include(winners|bidderkeys)$/i;
  const misspelt = Object.keys(targeting).find((key) => flag.test(key) && key !== key.toLowerCase());
  const cause = misspelt === undefined ? '' : ` (${misspelt} is not read: write it in small letters)`;
  return `targeting asks for no keys${cause}: set includewinners or includebidderkeys to true`;
}

/** `key` cut to `length` characters (0: not at all), never through the middle of a surrogate pair. */
export function cutKey(key: string, length: number): string {
  if (length === 0 || key.length <= length) return key;
  const last = key.charCodeAt(length - 1);
  return key.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** The longest prefix of keys that are cut to `truncateKeyLength` (0: not at all), in characters: none when names alone are longer. */
export function longestPrefix(truncateKeyLength: number): number {
  return truncateKeyLength === 0 ? longestUncut : Math.max(0, truncateKeyLength - longestName);
}

/** True when keys that are cut to `truncateKeyLength` leave room for `prefix`; the standard one is never refused. */
export function prefixFits(prefix: string, truncateKeyLength: number): boolean {
  return prefix === standardPrefix || prefix.length <= longestPrefix(truncateKeyLength);
}

/** The prefix of whoever gives none that fits. */
const standardPrefix = 'hb';

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
  const short = `targeting.truncateattrchars leaves a prefix ${most} characters, fewer than ${defaults.prefix} has, for which hb stands: raise it`;
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
