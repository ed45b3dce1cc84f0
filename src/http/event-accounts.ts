/** Decides what an account says of events (implementation B 6; decisions, 'Events'): are they on, and who may be told. */
import type { AccountSettings } from '../config/account-settings.ts';
import { RequestError } from '../errors.ts';
import { compilePolicy, type PrivacyPolicy, type PrivacySettings } from '../privacy/policy.ts';
import { reportAllowed } from '../privacy/report-permission.ts';
import type { Account, AccountRules } from '../stored/accounts.ts';
import type { CachedStore } from '../stored/cached-store.ts';
import { accountReader } from './account-reader.ts';

/** What events ask of an account. */
export interface EventAccount {
  readonly hasEvents: boolean;
  /** Longest life of its tracked VAST, in seconds; 0: no limit of its own. */
  readonly maxTtlSeconds: number;
  readonly policy: PrivacyPolicy;
}

/** Where accounts come from, and what the host says of privacy and of events. */
export interface EventAccountSources {
  readonly accounts: CachedStore<Account>;
  readonly accountRules: AccountRules;
  readonly privacy: PrivacySettings;
  readonly hasEvents: boolean;
}

/** The accounts as events see them. */
export class EventAccounts {
  readonly #sources: EventAccountSources;
  readonly #read = accountReader((settings) => this.#compile(settings));
  readonly #defaults: EventAccount;

  constructor(sources: EventAccountSources) {
    const { required, defaults } = sources.accountRules;
    this.#sources = sources;
    this.#defaults = { ...this.#compile(defaults), ...(required && { hasEvents: false }) };
  }

  /**
   * The account with this id. One that is disabled, or not known where the host requires known ones, has no events.
   * Rejects with a `RequestError` 500 when its settings cannot be read.
   */
  async find(id: string): Promise<EventAccount> {
    const account = await this.#fetch(id);
    if (account === undefined) return this.#defaults;
    if (account.faults.length > 0) {
      this.#sources.accountRules.tellFaults?.(id, account.faults);
      throw new RequestError(500, ['the settings of the account are wrong: ask this host to mend them']);
    }
    return this.#read(account);
  }

  async #fetch(id: string): Promise<Account | undefined> {
    try {
      const [found] = await this.#sources.accounts.fetch([{ kind: 'accounts', id }]);
      return found?.value;
    } catch {
      throw new RequestError(500, ['the account cannot be read now: try again later']);
    }
  }

  #compile({ disabled, events, vtrack, privacy }: AccountSettings): EventAccount {
    return {
      hasEvents: disabled !== true && (events?.enabled ?? this.#sources.hasEvents),
      maxTtlSeconds: vtrack?.maxTtlSeconds ?? 0,
      policy: compilePolicy(this.#sources.privacy, privacy),
    };
  }
}

/**
 * Those of the analytics modules `names` that may be told of an event of this account; `gpc` is the client's `Sec-GPC`. The
 * address of an event has no consent string, and nothing of a user: TCF is not asked.
 */
export function modulesOf({ policy }: EventAccount, names: readonly string[], gpc: string): readonly string[] {
  const circumstances = { gppSids: new Set<number>(), geos: [], gpc };
  return names.filter((name) => reportAllowed(name, circumstances, policy));
}
