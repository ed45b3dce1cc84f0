/** Finds the account that a sync names, with its privacy policy (implementation A 4, 5: any trouble with an account is 400). */
import type { AccountSettings } from '../config/account-settings.ts';
import { switchedOff } from '../config/account-bidders.ts';
import { RequestError } from '../errors.ts';
import { compilePolicy, type PrivacyPolicy, type PrivacySettings } from '../privacy/policy.ts';
import { fetchAccount, type AccountSources } from '../stored/accounts.ts';
import { accountReader } from './account-reader.ts';

/** The account settings that syncs need. */
export interface SyncAccount {
  readonly cookieSync: NonNullable<AccountSettings['cookieSync']>;
  readonly policy: PrivacyPolicy;
  /**
   * Return URLs must carry the account id, so that `/setuid` judges as `/cookie_sync` did: accounts are required, or this one's privacy
   * settings differ from the host's.
   */
  readonly returns: boolean;
  /** The bidders that the account has switched off (config/account-bidders). */
  readonly switchedOff: ReadonlySet<string>;
}

/** The store of accounts, the host's privacy settings, and the ids of blocked accounts. */
export interface SyncAccountSources extends AccountSources {
  readonly privacy: PrivacySettings;
  readonly blocked: readonly string[];
}

/** Looks up accounts for syncs. */
export class SyncAccounts {
  readonly #sources: SyncAccountSources;
  readonly #blocked: ReadonlySet<string>;
  readonly #read = accountReader((settings) => this.#compile(settings));
  readonly #defaults: SyncAccount;

  constructor(sources: SyncAccountSources) {
    this.#sources = sources;
    this.#blocked = new Set(sources.blocked);
    this.#defaults = this.#compile(sources.accountRules.defaults);
  }

  /**
   * The account with this id ('' for none). Rejects with a `RequestError`: 400 for one that cannot be used, 503 when the store cannot be
   * reached.
   */
  async find(id: string): Promise<SyncAccount> {
    if (id === '') return this.#withoutAccount('account is missing: name the account of the publisher');
    if (this.#blocked.has(id)) throw new RequestError(400, ['account is blocked: ask this host why']);
    const account = await fetchAccount(id, this.#sources);
    if (account === undefined) return this.#withoutAccount('account is not known here: correct the id');
    if (account.faults.length > 0 || account.disabled) {
      throw new RequestError(400, ['account is disabled or has invalid settings: ask this host why']);
    }
    return this.#read(account);
  }

  #withoutAccount(fault: string): SyncAccount {
    const { required, defaults } = this.#sources.accountRules;
    if (required) throw new RequestError(400, [fault]);
    if (defaults.disabled === true) throw new RequestError(400, ['accounts are disabled by default on this host']);
    return this.#defaults;
  }

  #compile(settings: AccountSettings): SyncAccount {
    const { required, defaults } = this.#sources.accountRules;
    const [own, general] = [settings, defaults].map(({ privacy }) => JSON.stringify(privacy));
    return {
      returns: required || own !== general,
      cookieSync: settings.cookieSync ?? {},
      policy: compilePolicy(this.#sources.privacy, settings.privacy),
      switchedOff: switchedOff(settings),
    };
  }
}
