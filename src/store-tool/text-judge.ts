/** Validates a stored text as an auction would: merges it with a minimal live request and runs the first hop on it (issue 7, item 4). */
import { openContext } from '../../workers/frame.ts';
import { knownBidders } from '../adapter/known-bidders.ts';
import { admit } from '../auction/admission.ts';
import { lookUpStored, readStored, type AuctionStore } from '../auction/look-up.ts';
import type { PrepareMessage, PrepareResult } from '../auction/messages.ts';
import type { HopFunctions } from '../auction/hop-functions.ts';
import { checkAccount } from '../config/account.ts';
import type { AccountSettings } from '../config/account-settings.ts';
import { RequestError } from '../errors.ts';
import { accountDoubts } from '../judge/account-doubts.ts';
import { doubtOf } from '../judge/default-request.ts';
import { judgedMessage, warningsOf } from '../judge/judged-request.ts';
import { minimalRequest, standInId } from '../judge/live-request.ts';
import { readEnvelope } from '../native/envelope.ts';
import { readable } from '../openrtb/readable.ts';
import { isObject, own, type JsonObject } from '../openrtb/json-object.ts';
import { parsedBytes } from '../openrtb/parsed-json.ts';
import { mostProfiles } from '../openrtb/profile.ts';
import { readAccount } from '../stored/accounts.ts';
import { CachedStore } from '../stored/cached-store.ts';
import { nameOf, type Store, type StoredKey } from '../stored/store.ts';
import { checkText } from './check-text.ts';
import type { Faults, ToolParts } from './tool-parts.ts';

/** The limits, for one run, of the cache of the texts that other texts name. */
const cacheLimits = { maxBytes: 64 * 1024 * 1024, ttlMs: 60_000, timeoutMs: 30_000 };

/** An account's settings without the host's defaults; null means 'not set'. */
function ownSettings(text: string): AccountSettings {
  return readable(JSON.parse(text), 'drop') as AccountSettings;
}

/** A live request, the stored texts it names, and its account. */
type LiveRequest = Pick<PrepareMessage, 'body' | 'stored' | 'admitted'>;

/** The account that the request's profiles belong to, for a text that names no account itself; undefined when they are for all accounts. */
function ownerOf({ stored, admitted: { account } }: LiveRequest): string | undefined {
  if (account !== '' && account !== standInId) return undefined;
  for (const { kind, text } of stored) {
    const profile = kind === 'profiles' ? parsedBytes(text) : undefined;
    const owner = isObject(profile) ? own(profile, 'accountid') : undefined;
    if (typeof owner === 'string' && owner !== '') return owner;
  }
  return undefined;
}

/** Validates texts, one at a time. */
export class TextJudge {
  readonly #source: Store;
  readonly #parts: ToolParts;
  readonly #store: AuctionStore;
  readonly #readAccount: ReturnType<typeof readAccount>;
  readonly #hops: HopFunctions;
  /** The warnings that the default request gives. */
  readonly #defaultDoubts: ReadonlySet<string>;
  /** The codes of the host's bidders and of all bidders that this version knows. */
  readonly #codes: readonly string[];

  constructor(source: Store, hops: HopFunctions, { parts, told }: { parts: ToolParts; told: ReadonlySet<string> }) {
    const { config } = parts;
    this.#source = source;
    this.#hops = hops;
    this.#parts = parts;
    this.#defaultDoubts = told;
    this.#codes = [...Object.keys(config.bidders), ...knownBidders(parts.definitions).keys()];
    this.#store = new CachedStore(source, { ...cacheLimits, read: readStored(config.namespace) });
    this.#readAccount = readAccount({ ...config.accounts, check: checkAccount });
  }

  /** The faults of the text under `key`; warnings are written. */
  async judge(key: StoredKey): Promise<Faults> {
    const name = nameOf(key);
    const [bytes] = await this.#source.fetch([key]);
    if (bytes === undefined) return [`${name} is not stored: use the command list to see what is`];
    const text = Buffer.from(bytes).toString();
    const faults = checkText(key, text, this.#parts.config.accounts.defaults);
    if (faults.length > 0 || key.kind === 'responses') return faults;
    if (key.kind === 'accounts') {
      for (const doubt of accountDoubts({ place: `${name}: `, settings: ownSettings(text) }, this.#codes))
        this.#parts.tell(`warning: ${doubt}`);
      return [];
    }
    try {
      return this.#read(name, await this.#run(key, JSON.parse(text)));
    } catch (error) {
      if (error instanceof RequestError) return error.faults.map((fault) => `${name}: ${fault}`);
      throw error;
    }
  }

  async #run(key: StoredKey, value: JsonObject): Promise<PrepareResult> {
    const { config } = this.#parts;
    const { namespace } = config;
    let asked = await this.#ask(minimalRequest(key, value, { namespace }));
    // Only pages of the profiles' account would name this text.
    const account = 'ok' in asked ? undefined : ownerOf(asked);
    if (account !== undefined) asked = await this.#ask(minimalRequest(key, value, { namespace, account }));
    if ('ok' in asked) return asked;
    const { body, stored, admitted } = asked;
    const settings = await this.#account(admitted.account);
    // A profile is validated even where requests may not have any yet.
    const judgedSettings = key.kind === 'profiles' ? { ...settings, maxProfiles: mostProfiles } : settings;
    return this.#hops.prepare(
      judgedMessage({ body, stored, admitted, account: JSON.stringify(judgedSettings) }, config),
    );
  }

  /** Completes a live request with its stored texts, or returns why it is refused. */
  async #ask(live: JsonObject): Promise<LiveRequest | Extract<PrepareResult, { ok: false }>> {
    const { namespace, auction } = this.#parts.config;
    const body = Buffer.from(JSON.stringify(live));
    const read = readEnvelope(body, namespace);
    if (!read.ok) return { ok: false, status: 400, faults: [read.fault] };
    const { texts: stored, request } = await lookUpStored(read.envelope, this.#store, auction);
    return { body, stored, admitted: admit(read.envelope, request) };
  }

  /** The settings of account `id` over the host's defaults; only the defaults for an account that is missing or faulty. */
  async #account(id: string): Promise<object> {
    const { defaults } = this.#parts.config.accounts;
    const [bytes] = id === '' || id === standInId ? [] : await this.#source.fetch([{ kind: 'accounts', id }]);
    const account = bytes && this.#readAccount('accounts', bytes);
    return account?.faults.length === 0 ? (JSON.parse(account.text) as object) : defaults;
  }

  #read(name: string, result: PrepareResult): Faults {
    if (!result.ok) return result.faults.map((fault) => `${name}: ${fault}`);
    // Without calls only the request itself can be at fault.
    if (!('calls' in result)) return 'fault' in result ? [`${name}: ${result.fault}`] : [];
    const context = openContext(result);
    for (const [of, problems] of warningsOf(context, this.#parts.config))
      for (const { message } of problems)
        if (!this.#defaultDoubts.has(doubtOf(of, message))) this.#parts.tell(`warning: ${name}: ${of}: ${message}`);
    return context.errors.flatMap(([of, problems]) => problems.map(({ message }) => `${name}: ${of}: ${message}`));
  }
}
