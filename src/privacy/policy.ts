/** Decides which privacy rules hold for one account: the host's settings, changed by the account's (decisions, 'Privacy'; implementation A 7). */
import { compileActivities, type Activities, type ActivitySettings } from './activities.ts';
import { countriesOf, type ScopeRules } from './gdpr-scope.ts';
import { standardBits, type KeptBits } from './coarse.ts';

/** How one purpose is enforced: `full` as the vendor list says, `basic` by the consent bits of vendors that it lists, `none` not at all. */
export interface PurposeSettings {
  readonly enforce?: 'full' | 'basic' | 'none';
  readonly vendorExceptions?: readonly string[];
}

/** The purposes of TCF as the configuration names them. */
type Purposes = { readonly [name in `p${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`]?: PurposeSettings };

/** What an auction comes from. */
export type PrivacyChannel = 'web' | 'amp' | 'app' | 'dooh';

/** What an account states for single channels; it goes before all else. */
export type ByChannel = { readonly [channel in PrivacyChannel]?: boolean };

/**
 * What becomes of vendors that a consent string does not name as shown to the user: `checked`, they have no consent if it names
 * others; `required`, nor if it names nobody; `ignored`, nothing. Strings made before March 2026 need name nobody.
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

/** The configuration's `privacy`, or an account's: what is absent is the host's, and there the default. */
export interface PrivacySettings {
  readonly gdpr?: GdprSettings & { readonly hostVendorId?: number; readonly disclosedVendors?: DisclosureRule };
  readonly ccpa?: { readonly enforce?: boolean; readonly channelEnabled?: ByChannel };
  readonly lmt?: { readonly enforce?: boolean };
  /** An account's alone. */
  readonly ipv4?: { readonly anonKeepBits?: number };
  readonly ipv6?: { readonly anonKeepBits?: number };
  readonly allowActivities?: ActivitySettings;
}

/** How one purpose is enforced, with the bidders, in lower case, for which it counts as allowed. */
export interface PurposeRule {
  readonly enforce: 'full' | 'basic' | 'none';
  readonly exceptions: ReadonlySet<string>;
}

/** The privacy rules of one account. */
export interface PrivacyPolicy extends ScopeRules {
  readonly gdprEnabled: boolean;
  readonly hostVendorId: number;
  readonly disclosedVendors: DisclosureRule;
  /** Purpose n at place n; place 0 is not used. */
  readonly purposes: readonly PurposeRule[];
  readonly preciseGeo: { readonly enforce: boolean; readonly exceptions: ReadonlySet<string> };
  readonly ccpa: boolean;
  readonly lmt: boolean;
  readonly keptBits: KeptBits;
  /** Undefined: everything is allowed. */
  readonly activities: Activities | undefined;
}

const purposeNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** The rules of an account with `account` settings at a host with `host` settings. Both were checked when they were read. */
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
    // A host that says nothing is under GDPR: the strict side.
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
