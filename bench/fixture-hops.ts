/**
 * Runs fixtures through both hops with a fixed clock, fixed seeds and fixed replies, so that the output is the same bytes every time
 * (house, 'The journey of one request'). Nothing is sent over the network.
 */
import { createHash } from 'node:crypto';
import { admit } from '../src/auction/admission.ts';
import { settleMessage, withoutKept } from '../src/auction/hop-bytes.ts';
import { lookUpStored, readStored, type AuctionStore } from '../src/auction/look-up.ts';
import type { Arrival, EntryPoint, PrepareMessage, Prepared } from '../src/auction/messages.ts';
import type { HopFunctions } from '../src/auction/hop-functions.ts';
import type { SettleResult } from '../src/auction/settle-messages.ts';
import { checkAccount } from '../src/config/account.ts';
import type { Config } from '../src/config/schema.ts';
import { RequestError } from '../src/errors.ts';
import { ampBody } from '../src/http/amp.ts';
import { pageOf } from '../src/http/arrival.ts';
import { clientHints } from '../src/http/client-hints.ts';
import { getBody } from '../src/http/get-auction.ts';
import { loadBidders } from '../src/load-bidders.ts';
import { readEnvelope } from '../src/native/envelope.ts';
import { bodyBytes, type CapturedAuction } from '../src/observe/capture-record.ts';
import type { Plugin } from '../src/plugins/contract.ts';
import { findAccount, readAccount, type Account, type AccountRules } from '../src/stored/accounts.ts';
import { CachedStore } from '../src/stored/cached-store.ts';
import { fileStore } from '../src/stored/file-store.ts';
import { startHostTexts, type HostTexts } from '../src/stored/host-texts.ts';
import { idCookies } from '../src/usersync/browser-ids.ts';
import { createHops } from '../workers/hops.ts';
import { settledCalls, type Replies } from './fixture-replies.ts';

/** All output of one fixture. A refused fixture has faults and nothing else. */
export interface FixtureRun {
  readonly faults: readonly string[];
  readonly prepared: Prepared | null;
  readonly settled: SettleResult | null;
}

/** The hops over the fixtures' stored data and host texts. */
export interface FixtureHops {
  run(fixture: CapturedAuction, replies: Replies): Promise<FixtureRun>;
  close(): void;
}

const nowMs = 1_794_787_000_000;
const bidderTmaxMs = 650;
const mutedLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** How the context gets from hop to hop: as bytes, as an object, or as an object that is turned into bytes later, for another thread. */
export type ContextRoad = 'bytes' | 'kept' | 'given away';

/** How to run fixtures; `watch` may wrap the hops. */
export interface FixtureRules {
  readonly watch?: (hops: HopFunctions) => HopFunctions;
  readonly road?: ContextRoad;
  /** Code of the plugins that `config` names. */
  readonly plugins?: ReadonlyMap<string, Plugin>;
}

/** Opens the hops of `config`. */
export async function openFixtureHops(
  config: Config,
  { watch = (hops) => hops, road = 'bytes', plugins = new Map() }: FixtureRules = {},
): Promise<FixtureHops> {
  const { namespace, stored, accounts } = config;
  const { definitions } = await loadBidders();
  const setup = { config, server: 'gavel/fixtures', keepsContext: road !== 'bytes' };
  const hops = watch(createHops(setup, definitions, { plugins }));
  const texts = await startHostTexts(config, mutedLog);
  const source = fileStore(stored.dir);
  const kept = { ttlMs: 3_600_000, timeoutMs: 10_000, maxBytes: 16_777_216 };
  const store: AuctionStore = new CachedStore(source, { ...kept, read: readStored(namespace) });
  const rules = { ...accounts, check: checkAccount };
  const accountTexts = new CachedStore<Account>(source, { ...kept, read: readAccount(rules) });

  const host = { config, texts, store, accountTexts, rules };
  const run = async (fixture: CapturedAuction, replies: Replies): Promise<FixtureRun> => {
    const asked = await messageOf(fixture, host).catch(faultsOf);
    if (Array.isArray(asked)) return { faults: asked, prepared: null, settled: null };
    const prepared = hops.prepare(asked);
    if (!prepared.ok) return { faults: prepared.faults, prepared: null, settled: null };
    // No bidder was called when it was captured, either.
    if (!('calls' in prepared)) return { faults: [], prepared: null, settled: null };
    const terms = {
      rates: texts.rates.current(),
      ...(prepared.mapsCategories && { categories: texts.categories.current() }),
      cacheSeed: digitsOf(`cache ${fixture.name}`),
      cached: null,
    };
    const message = settleMessage(prepared, settledCalls(prepared, replies), terms);
    const settled = hops.settle(road === 'given away' ? withoutKept(message) : message);
    return { faults: [], prepared, settled };
  };
  return { run, close: () => texts.close() };
}

/** What auctions need from the fixtures' host. */
interface FixtureHost {
  readonly config: Config;
  readonly texts: HostTexts;
  readonly store: AuctionStore;
  readonly accountTexts: CachedStore<Account>;
  readonly rules: AccountRules;
}

/** The first hop's message for a fixture. Rejects with a `RequestError`. */
async function messageOf(fixture: CapturedAuction, host: FixtureHost): Promise<PrepareMessage> {
  const { config, texts, store, accountTexts, rules } = host;
  const { namespace, auction } = config;
  const body = requestBytes(fixture, namespace);
  const read = readEnvelope(body, namespace);
  if (!read.ok) throw new RequestError(400, [read.fault]);
  const found = await lookUpStored(read.envelope, store, auction);
  const admitted = admit(read.envelope, found.request);
  const account = await findAccount({ id: admitted.account, lastAtMs: Infinity }, accountTexts, rules);
  return {
    entryPoint: entryPointOf(fixture),
    body,
    stored: found.texts,
    arrival: arrivalOf(fixture, config),
    admitted,
    account: account.text,
    rates: texts.rates.current(),
    lineItems: texts.lineItems.current(),
    vendorLists: texts.vendorLists.current(),
    nowMs,
    bidderTmaxMs,
    seed: digitsOf(`seed ${fixture.name}`),
  };
}

function entryPointOf({ method, path }: CapturedAuction): EntryPoint {
  if (method !== 'GET') return '';
  return /^\/+openrtb2\/+amp/.test(path) ? 'amp' : 'get';
}

function requestBytes(fixture: CapturedAuction, namespace: string): Uint8Array<ArrayBuffer> {
  const searchParams = queryOf(fixture.path);
  const entryPoint = entryPointOf(fixture);
  if (entryPoint !== '') return (entryPoint === 'amp' ? ampBody : getBody)(searchParams, namespace);
  return new Uint8Array(bodyBytes(fixture) ?? []);
}

function queryOf(path: string): URLSearchParams {
  return new URL(path, 'http://fixture.invalid').searchParams;
}

function arrivalOf({ headers, path }: CapturedAuction, { userSync, auction }: Config): Arrival {
  const exchange = { query: queryOf(path), header: (name: string) => headers[name] ?? '' };
  const hints = auction.passClientHints ? clientHints(exchange) : undefined;
  return {
    https: headers['x-forwarded-proto'] === 'https',
    ip: headers['x-forwarded-for'] ?? '',
    ua: headers['user-agent'] ?? '',
    referer: pageOf(exchange),
    dnt: headers['dnt'] ?? '',
    gpc: headers['sec-gpc'] ?? '',
    ...idCookies(headers['cookie'] ?? '', userSync),
    ...(hints && { hints }),
  };
}

function digitsOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function faultsOf(error: unknown): string[] {
  if (error instanceof RequestError) return [`${error.status}`, ...error.faults];
  throw error;
}
