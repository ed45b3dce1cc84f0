/**
 * Decides the settings of an account: its stored text over the host's defaults, read once and kept (decisions, 'Blocked account';
 * interface, `accounts`).
 */
import type { AccountSettings } from '../config/account-settings.ts';
import type { FloorFetch } from '../config/floor-settings.ts';
import { RequestError } from '../errors.ts';
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import { readable } from '../openrtb/readable.ts';
import { isObject } from '../openrtb/json-object.ts';
import { mergePatch } from '../openrtb/merge-patch.ts';
import { parsedBytes } from '../openrtb/parsed-json.ts';
import type { CacheRules, CachedStore } from './cached-store.ts';

/** What is kept of one account. */
export interface Account {
  readonly disabled: boolean;
  /** The merged settings as JSON. */
  readonly text: string;
  /** The provider to fetch floors from; undefined: floors come from requests only. */
  readonly floorFetch: FloorFetch | undefined;
  /** Why the stored text cannot be used; empty when it can. */
  readonly faults: readonly string[];
}

/** The settings that an auction uses. */
export type UsedAccount = Pick<Account, 'text' | 'floorFetch'>;

/** The host's rules for accounts. `check` returns the faults of merged settings. */
export interface AccountRules {
  readonly required: boolean;
  readonly defaults: AccountSettings;
  readonly check: (settings: unknown) => readonly string[];
  /** Called for every request whose account has faults. */
  readonly tellFaults?: (id: string, faults: readonly string[]) => void;
}

/** The account that a request names ('' for none), and the instant of `performance.now()` until which the request waits for it. */
export interface WantedAccount {
  readonly id: string;
  readonly lastAtMs: number;
}

/** Derives what a cache of accounts keeps beside each text. */
export function readAccount(rules: AccountRules): CacheRules<Account>['read'] {
  return (_kind, bytes) => {
    const stored = parsedBytes(bytes);
    if (!isObject(stored) || isDeeper(stored, maxDepth)) {
      const fault = `the stored account is not a JSON object of at most ${maxDepth} levels: correct the stored text`;
      return { disabled: true, text: '', floorFetch: undefined, faults: [fault] };
    }
    // Null means 'not set'. The patch has dropped nulls everywhere except in objects inside lists.
    const settings = readable(mergePatch(rules.defaults, stored), 'drop') as AccountSettings;
    const faults = rules.check(settings);
    return { disabled: settings.disabled === true, ...(faults.length === 0 ? usedOf(settings) : unused), faults };
  };
}

/** The store of accounts, and the host's rules for them. */
export interface AccountSources {
  readonly accounts: CachedStore<Account>;
  readonly accountRules: AccountRules;
}

/** The account `id`; undefined for none. Its faults, if any, have been told. Throws a `RequestError` 503 when it cannot be read now. */
export async function fetchAccount(
  id: string,
  { accounts, accountRules }: AccountSources,
): Promise<Account | undefined> {
  const [found] = await accounts.fetch([{ kind: 'accounts', id }]);
  return toldAccount(id, found?.value, accountRules);
}

/**
 * The settings of account `id`. Throws a `RequestError`: 400 when an account is required and missing or unknown, 503 when it is disabled or
 * cannot be read in time, 500 when its stored text has faults. Only the host's log names the faults.
 */
export async function findAccount(
  { id, lastAtMs }: WantedAccount,
  { accounts, accountRules: rules }: AccountSources,
): Promise<UsedAccount> {
  if (id === '')
    return withoutAccount(rules, 'the request names no account: set the publisher id of site, app or dooh to a string');
  const [found] = await accounts.fetch([{ kind: 'accounts', id }], lastAtMs);
  const account = toldAccount(id, found?.value, rules);
  const name = JSON.stringify(id.slice(0, 200));
  if (account === undefined)
    return withoutAccount(rules, `account ${name} is not known here: correct the publisher id`);
  if (account.faults.length > 0)
    throw new RequestError(500, [`the settings of account ${name} are invalid: ask this host to fix them`]);
  if (account.disabled) throw new RequestError(503, [`account ${name} is disabled: ask this host why`]);
  return account;
}

function toldAccount(id: string, account: Account | undefined, { tellFaults }: AccountRules): Account | undefined {
  if (account !== undefined && account.faults.length > 0) tellFaults?.(id, account.faults);
  return account;
}

function withoutAccount(rules: AccountRules, fault: string): UsedAccount {
  if (rules.required) throw new RequestError(400, [fault]);
  if (rules.defaults.disabled === true)
    throw new RequestError(503, ['accounts are disabled by default on this host: ask it to enable yours']);
  let used = defaultAccounts.get(rules.defaults);
  if (used === undefined) defaultAccounts.set(rules.defaults, (used = usedOf(rules.defaults)));
  return used;
}

/** The defaults as an account, derived once. */
const defaultAccounts = new WeakMap<object, UsedAccount>();

const unused: UsedAccount = { text: '', floorFetch: undefined };

function usedOf(settings: AccountSettings): UsedAccount {
  const { enabled, useDynamicData, fetch } = settings.priceFloors ?? {};
  const floorFetch = enabled === true && useDynamicData !== false ? fetch : undefined;
  return { text: JSON.stringify(settings), floorFetch };
}
