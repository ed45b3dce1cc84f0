/** A server of the user-sync endpoints alone, over real sockets: no worker, no auction. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { request } from 'undici';
import { checkAccount } from '../../src/config/account.ts';
import { userSyncRoutes } from '../../src/http/user-sync.ts';
import { mergePatch } from '../../src/openrtb/merge-patch.ts';
import { SignalReader } from '../../src/privacy/signal-reader.ts';
import { readVendorList, type VendorList } from '../../src/privacy/vendor-list.ts';
import { packVendorLists } from '../../src/privacy/vendor-table.ts';
import { readAccount } from '../../src/stored/accounts.ts';
import { CachedStore } from '../../src/stored/cached-store.ts';
import { fileStore } from '../../src/stored/file-store.ts';
import { SyncTally } from '../../src/usersync/sync-tally.ts';
import { testConfig } from '../support/config.ts';
import { testFolder } from '../support/folder.ts';
import { type Opened, open } from './front.ts';

/** Three bidders: `image` and `frame` are synchronised in one way each, `mute` in none. */
export const bidders = {
  image: {
    endpoint: 'http://127.0.0.1:1/',
    gvlVendorId: 11,
    userSync: { redirect: { url: 'https://image.example/s?r={{.RedirectURL}}', userMacro: '$UID' } },
  },
  frame: {
    endpoint: 'http://127.0.0.1:1/',
    gvlVendorId: 12,
    userSync: { key: 'fr', iframe: { url: '//frame.example/s?r={{.RedirectURL}}', userMacro: '[ID]' } },
  },
  mute: { endpoint: 'http://127.0.0.1:1/' },
};

const base = { bidders, externalUrl: 'https://sync.example/pbs/', privacy: { gdpr: { defaultScope: false } } };

/** The parts of a server beside its settings. */
export interface SyncSetup {
  /** Accounts by id; a string is written as it is. */
  readonly accounts?: { readonly [id: string]: unknown };
  /** Called for accounts that cannot be used. */
  readonly tellFaults?: (id: string, faults: readonly string[]) => void;
  /** A Global Vendor List as JSON. */
  readonly vendorList?: object;
  /** 0.5 unless told: every run then has one order. */
  readonly random?: () => number;
  /** Which vendor lists the server asked for. */
  readonly wanted?: number[];
  readonly syncTally?: SyncTally;
}

/** Starts the endpoints with `settings` merged over `base` (RFC 7396); ends with the test. */
export async function openSync(t: Test, settings: object = {}, setup: SyncSetup = {}): Promise<Opened> {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'accounts'));
  for (const [id, account] of Object.entries(setup.accounts ?? {})) {
    writeFileSync(join(dir, 'accounts', `${id}.json`), typeof account === 'string' ? account : JSON.stringify(account));
  }
  const config = testConfig(mergePatch(base, settings) as object);
  const { tellFaults } = setup;
  const accountRules = { ...config.accounts, check: checkAccount, ...(tellFaults && { tellFaults }) };
  // Long, so that a pause of this process does not look like a disk that does not answer.
  const kept = { ttlMs: 30_000, timeoutMs: 10_000, maxBytes: 1_000_000, read: readAccount(accountRules) };
  const block = setup.vendorList === undefined ? null : packVendorLists([listOf(setup.vendorList)]);
  const routes = userSyncRoutes(config, {
    known: new Map(),
    accounts: new CachedStore(fileStore(dir), kept),
    accountRules,
    vendorLists: { current: () => block ?? null, want: (key) => void setup.wanted?.push(key) },
    reader: new SignalReader(),
    syncTally: setup.syncTally ?? new SyncTally(),
    tell: () => undefined,
    nowMs: Date.now,
    random: setup.random ?? (() => 0.5),
  });
  return open(t, routes, { maxRequestBytes: 262_144 });
}

function listOf(json: object): VendorList {
  const list = readVendorList(json);
  if (typeof list === 'string') throw new Error(list);
  return list;
}

/** The parts of an answer that these tests check. */
export interface SyncAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly text: string;
}

/** GETs `path`, or POSTs `body` to it as JSON (a string as it is). */
export async function ask(url: string, body?: unknown, headers: Record<string, string> = {}): Promise<SyncAnswer> {
  const reply = await request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
}

/** The JSON of a `uids` cookie. */
export interface CookieJson {
  readonly uids?: object;
  readonly tempUIDs: { readonly [key: string]: { readonly uid: string; readonly expires: string } };
  readonly bday: string;
  readonly optout?: boolean;
}

/** The JSON in the answer's `Set-Cookie`, undefined without one. */
export function cookieOf({ headers }: SyncAnswer): CookieJson | undefined {
  const header = headers['set-cookie'];
  if (header === undefined) return undefined;
  const value = /^uids=([^;]*);/.exec(String(header))?.[1] ?? '';
  return JSON.parse(Buffer.from(value, 'base64url').toString()) as CookieJson;
}

/** A `Cookie` header with `json` (any JSON, or text that is no JSON) in `uids`. */
export function cookieWith(json: unknown): { cookie: string } {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  return { cookie: `uids=${Buffer.from(text).toString('base64url')}` };
}

/** An entry of `tempUIDs` that lives another `days` days. */
export function entry(uid: string, days = 10): { uid: string; expires: string } {
  return { uid, expires: new Date(Date.now() + days * 86_400_000).toISOString() };
}
