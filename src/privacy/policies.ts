/** Remembers the compiled privacy policies of accounts, since most requests come from few of them. */
import { LRUCache } from 'lru-cache';
import { compilePolicy, type PrivacyPolicy, type PrivacySettings } from './policy.ts';

const mostPolicies = 1000;

/** The policies of one host's accounts. What it answers depends on the settings only. */
export class Policies {
  readonly #host: PrivacySettings;
  readonly #hostPolicy: PrivacyPolicy;
  readonly #accounts = new LRUCache<string, PrivacyPolicy>({ max: mostPolicies });

  /** `host` is the configuration's `privacy`. */
  constructor(host: PrivacySettings) {
    this.#host = host;
    this.#hostPolicy = compilePolicy(host);
  }

  /** The policy of the account whose settings are `text` as JSON and whose `privacy` is `account`. */
  of(text: string, account: PrivacySettings | undefined): PrivacyPolicy {
    if (account === undefined) return this.#hostPolicy;
    let policy = this.#accounts.get(text);
    if (policy === undefined) this.#accounts.set(text, (policy = compilePolicy(this.#host, account)));
    return policy;
  }
}
