/** Decides whether an account's events are on, and which modules may receive them (implementation B 6; decisions, 'Events'). */
import type { AccountSettings } from '../config/account-settings.ts';
import { RequestError } from '../errors.ts';
import { compilePolicy, type PrivacyPolicy, type PrivacySettings } from '../privacy/policy.ts';
import { reportAllowed } from '../privacy/report-permission.ts';
import { fetchAccount, type AccountSources } from '../stored/accounts.ts';
import { accountReader } from './account-reader.ts';

/** The account settings that events need. */
export interface EventAccount {
  readonly hasEvents: boolean;
  /** Longest lifetime of its tracked VAST, in seconds; 0: no limit of its own. */
  readonly maxTtlSeconds: number;
  readonly policy: PrivacyPolicy;
}

/** The store of accounts, and the host's settings for privacy and events. */
export interface EventAccountSources extends AccountSources {
  readonly privacy: PrivacySettings;
  readonly hasEvents: boolean;
}

/** Looks up accounts for events. */
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
   * The account with this id. A disabled one, or an unknown one where the host requires known accounts, has no events. Rejects with a
   * `RequestError` 500 when its settings are wrong or cannot be read.
   */
  async find(id: string): Promise<EventAccount> {
    const account = await fetchAccount(id, this.#sources).catch(() => {
      throw new RequestError(500, ['the account cannot be read now: try again later']);
    });
    if (account === undefined) return this.#defaults;
    if (account.faults.length > 0)
      throw new RequestError(500, ['the settings of the account are invalid: ask this host to fix them']);
    return this.#read(account);
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
 * The analytics modules among `names` that may receive an event of this account; `gpc` is the client's `Sec-GPC`. An event URL carries no
 * consent string and no user data, so TCF does not apply.
 */
export function modulesOf({ policy }: EventAccount, names: readonly string[], gpc: string): readonly string[] {
  const circumstances = { gppSids: new Set<number>(), geos: [], gpc };
  return names.filter((name) => reportAllowed(name, circumstances, policy));
}
