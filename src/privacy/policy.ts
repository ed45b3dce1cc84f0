/**
 * Decides the privacy rules of one account: the host's settings, overridden by the account's (decisions, 'Privacy'; implementation A 7).
 */
import { compileActivities, type Activities, type ActivitySettings } from './activities.ts';
import { countriesOf, type ScopeRules } from './gdpr-scope.ts';
import { standardBits, type KeptBits } from './coarse.ts';

/**
 * How one purpose is enforced: `full` follows the vendor list; `basic` needs only consent bits and a listed vendor; `none` does not enforce
 * it.
 */
interface PurposeSettings {
  readonly enforce?: 'full' | 'basic' | 'none';
  readonly vendorExceptions?: readonly string[];
}

/** The purposes of TCF as the configuration names them. */
type Purposes = { readonly [name in `p${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`]?: PurposeSettings };

/** The channel of an auction. */
export type PrivacyChannel = 'web' | 'amp' | 'app' | 'dooh';

/** An account's settings for single channels, which override everything else. */
type ByChannel = { readonly [channel in PrivacyChannel]?: boolean };

/**
 * How to treat vendors that a consent string does not name as shown to the user. `checked`: they have no consent if the string names
 * others. `required`: nor if it names nobody. `ignored`: no effect. Strings made before March 2026 need not name anybody.
 */
export type DisclosureRule = 'checked' | 'required' | 'ignored';

interface GdprSettings {
  readonly enabled?: boolean;
  readonly channelEnabled?: ByChannel;
  readonly defaultScope?: boolean;
  readonly countries?: readonly string[];
  readonly purposes?: Purposes;
  readonly specialFeature1?: { readonly enforce?: boolean; readonly vendorExceptions?: readonly string[] };
}

/**
 * The configuration's `privacy`, or an account's. The host's value applies where the account has none, and the default where the host has
 * none.
 */
export interface PrivacySettings {
  readonly gdpr?: GdprSettings & { readonly hostVendorId?: number; readonly disclosedVendors?: DisclosureRule };
  readonly ccpa?: { readonly enforce?: boolean; readonly channelEnabled?: ByChannel };
  readonly lmt?: { readonly enforce?: boolean };
  /** For accounts only. */
  readonly ipv4?: { readonly anonKeepBits?: number };
  readonly ipv6?: { readonly anonKeepBits?: number };
  readonly allowActivities?: ActivitySettings;
}

/** How one purpose is enforced. `exceptions` are the bidders, in lower case, for which it counts as allowed. */
export interface PurposeRule {
  readonly enforce: 'full' | 'basic' | 'none';
  readonly exceptions: ReadonlySet<string>;
}

/** The privacy rules of one account. */
export interface PrivacyPolicy extends ScopeRules {
  readonly gdprEnabled: boolean;
  readonly hostVendorId: number;
  readonly disclosedVendors: DisclosureRule;
  /** Purpose n is at index n; index 0 is unused. */
  readonly purposes: readonly PurposeRule[];
  readonly preciseGeo: { readonly enforce: boolean; readonly exceptions: ReadonlySet<string> };
  readonly ccpa: boolean;
  readonly lmt: boolean;
  readonly keptBits: KeptBits;
  /** Undefined: every activity is allowed. */
  readonly activities: Activities | undefined;
}

const purposeNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** Compiles the policy of an account. Both settings must be validated. */
export function compilePolicy(host: PrivacySettings, account: PrivacySettings = {}): PrivacyPolicy {
  const ours = host.gdpr ?? {};
  const theirs = account.gdpr ?? {};
  const rules = purposeNumbers.map((number) => {
    const name = `p${number}` as const;
    return purposeRule({ ...ours.purposes?.[name], ...theirs.purposes?.[name] });
  });
  const feature = { ...ours.specialFeature1, ...theirs.specialFeature1 };
  return {
    gdprEnabled: theirs.enabled ?? ours.enabled ?? true,
    // The strict default for a host that states nothing.
    gdprByDefault: theirs.defaultScope ?? ours.defaultScope ?? true,
    gdprCountries: countriesOf(theirs.countries ?? ours.countries),
    hostVendorId: ours.hostVendorId ?? 0,
    disclosedVendors: ours.disclosedVendors ?? 'checked',
    purposes: [purposeRule({ enforce: 'none' }), ...rules],
    preciseGeo: { enforce: feature.enforce ?? true, exceptions: folded(feature.vendorExceptions) },
    ccpa: account.ccpa?.enforce ?? host.ccpa?.enforce ?? true,
    lmt: account.lmt?.enforce ?? host.lmt?.enforce ?? true,
    keptBits: {
      ipv4: account.ipv4?.anonKeepBits ?? standardBits.ipv4,
      ipv6: account.ipv6?.anonKeepBits ?? standardBits.ipv6,
    },
    activities: compileActivities(account.allowActivities ?? host.allowActivities),
  };
}

function purposeRule({ enforce, vendorExceptions }: PurposeSettings): PurposeRule {
  return { enforce: enforce ?? 'full', exceptions: folded(vendorExceptions) };
}

function folded(names: readonly string[] = []): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}
