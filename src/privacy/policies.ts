/** Caches compiled privacy policies by account and channel, since most requests come from few accounts. */
import { LRUCache } from 'lru-cache';
import { compilePolicy, type PrivacyChannel, type PrivacyPolicy, type PrivacySettings } from './policy.ts';

/** The most accounts whose policies are cached. */
export const mostPolicies = 1000;
/** The most characters of their settings: a policy takes some twenty times the memory of its text. */
export const mostPolicyCharacters = 4 * 1024 * 1024;

/** An account's policies by channel; one object where channels do not differ. */
type ChannelPolicies = { readonly [channel in PrivacyChannel]: PrivacyPolicy };

/** The policies of one host's accounts. Results depend on the settings only. */
export class Policies {
  readonly #host: PrivacySettings;
  readonly #hostPolicy: PrivacyPolicy;
  readonly #accounts = new LRUCache<string, ChannelPolicies>({
    max: mostPolicies,
    maxSize: mostPolicyCharacters,
    sizeCalculation: (_policies, { length }) => length,
  });

  /** `host` is the configuration's `privacy`. */
  constructor(host: PrivacySettings) {
    this.#host = host;
    this.#hostPolicy = compilePolicy(host);
  }

  /** The policy for auctions of a channel. `text` is the account's settings as JSON, `account` its `privacy`. */
  of(text: string, account: PrivacySettings | undefined, channel: PrivacyChannel): PrivacyPolicy {
    if (account === undefined) return this.#hostPolicy;
    let policies = this.#accounts.get(text);
    if (policies === undefined) this.#accounts.set(text, (policies = compileChannels(this.#host, account)));
    return policies[channel];
  }
}

/** What an account states for a channel overrides everything else (implementation A 7, 'account/channel'). */
function compileChannels(host: PrivacySettings, account: PrivacySettings): ChannelPolicies {
  const policy = compilePolicy(host, account);
  const forChannel = (channel: PrivacyChannel): PrivacyPolicy => {
    const gdprEnabled = account.gdpr?.channelEnabled?.[channel] ?? policy.gdprEnabled;
    const ccpa = account.ccpa?.channelEnabled?.[channel] ?? policy.ccpa;
    const isSame = gdprEnabled === policy.gdprEnabled && ccpa === policy.ccpa;
    return isSame ? policy : { ...policy, gdprEnabled, ccpa };
  };
  return { web: forChannel('web'), amp: forChannel('amp'), app: forChannel('app'), dooh: forChannel('dooh') };
}
