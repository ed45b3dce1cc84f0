/** Judges a stored text as an auction would: merged with a minimal live request, by the first hop itself (issue 7, item 4). */
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
import { readable } from '../openrtb/long-integers.ts';
import { isObject, own, type JsonObject } from '../openrtb/merge-patch.ts';
import { parsedBytes } from '../openrtb/parsed-json.ts';
import { mostProfiles } from '../openrtb/profile.ts';
import { readAccount } from '../stored/accounts.ts';
import { CachedStore } from '../stored/cached-store.ts';
import { nameOf, type Store, type StoredKey } from '../stored/store.ts';
import { checkText } from './check-text.ts';
import type { Faults, ToolParts } from './surroundings.ts';

/** Memory and time of the texts that others name, while one run lasts. */
const kept = { maxBytes: 64 * 1024 * 1024, ttlMs: 60_000, timeoutMs: 30_000 };

/** What a stored account says itself; null states nothing. */
function ownSettings(text: string): AccountSettings {
  return readable(JSON.parse(text), 'drop') as AccountSettings;
}

/** A request, what is stored for it, and whose it is. */
type AskedLive = Pick<PrepareMessage, 'body' | 'stored' | 'admitted'>;

/** The account of the profiles that a text names which leaves its account to the page; undefined where they hold for all. */
function ownerOf({ stored, admitted: { account } }: AskedLive): string | undefined {
  if (account !== '' && account !== standInId) return undefined;
  for (const { kind, text } of stored) {
    const profile = kind === 'profiles' ? parsedBytes(text) : undefined;
    const owner = isObject(profile) ? own(profile, 'accountid') : undefined;
    if (typeof owner === 'string' && owner !== '') return owner;
  }
  return undefined;
}

/** Judges one text after the other. */
export class TextJudge {
  readonly #source: Store;
  readonly #parts: ToolParts;
  readonly #store: AuctionStore;
  readonly #readAccount: ReturnType<typeof readAccount>;
  readonly #hops: HopFunctions;
  /** What is told of the default request. */
  readonly #told: ReadonlySet<string>;
  /** Of the host's bidders, and of all that this version knows. */
  readonly #codes: readonly string[];

  constructor(source: Store, hops: HopFunctions, { parts, told }: { parts: ToolParts; told: ReadonlySet<string> }) {
    const { config } = parts;
    this.#source = source;
    this.#hops = hops;
    this.#parts = parts;
    this.#told = told;
    this.#codes = [...Object.keys(config.bidders), ...knownBidders(parts.definitions).keys()];
    this.#store = new CachedStore(source, { ...kept, read: readStored(config.namespace) });
    this.#readAccount = readAccount({ ...config.accounts, check: checkAccount });
  }

  /** What is wrong with the text under `key`; warnings are told. */
  async judge(key: StoredKey): Promise<Faults> {
    const name = nameOf(key);
    const [bytes] = await this.#source.fetch([key]);
    if (bytes === undefined) return [`${name} is not stored: the command list shows what there is`];
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
    // Pages of other accounts do not name it.
    const account = 'ok' in asked ? undefined : ownerOf(asked);
    if (account !== undefined) asked = await this.#ask(minimalRequest(key, value, { namespace, account }));
    if ('ok' in asked) return asked;
    const { body, stored, admitted } = asked;
    const settings = await this.#account(admitted.account);
    // A profile is judged also where requests may have none yet.
    const own = key.kind === 'profiles' ? { ...settings, maxProfiles: mostProfiles } : settings;
    return this.#hops.prepare(judgedMessage({ body, stored, admitted, account: JSON.stringify(own) }, config));
  }

  /** A live request with what is stored for it, or why there is none. */
  async #ask(live: JsonObject): Promise<AskedLive | Extract<PrepareResult, { ok: false }>> {
    const { namespace, auction } = this.#parts.config;
    const body = Buffer.from(JSON.stringify(live));
    const read = readEnvelope(body, namespace);
    if (!read.ok) return { ok: false, status: 400, faults: [read.fault] };
    const { texts: stored, request } = await lookUpStored(read.envelope, this.#store, auction);
    return { body, stored, admitted: admit(read.envelope, request) };
  }

  /** The settings of account `id` over the host's; those of one that is missing or wrong are the host's. */
  async #account(id: string): Promise<object> {
    const { defaults } = this.#parts.config.accounts;
    const [bytes] = id === '' || id === standInId ? [] : await this.#source.fetch([{ kind: 'accounts', id }]);
    const own = bytes && this.#readAccount('accounts', bytes);
    return own?.faults.length === 0 ? (JSON.parse(own.text) as object) : defaults;
  }

  #read(name: string, result: PrepareResult): Faults {
    if (!result.ok) return result.faults.map((fault) => `${name}: ${fault}`);
    // What the request states is all that there is to judge.
    if (!('calls' in result))
      return 'fault' in result && result.fault !== undefined ? [`${name}: ${result.fault}`] : [];
    const context = openContext(result);
    for (const [of, problems] of warningsOf(context, this.#parts.config))
      for (const { message } of problems)
        if (!this.#told.has(doubtOf(of, message))) this.#parts.tell(`warning: ${name}: ${of}: ${message}`);
    return context.errors.flatMap(([of, problems]) => problems.map(({ message }) => `${name}: ${of}: ${message}`));
  }
}
