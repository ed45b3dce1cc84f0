/** Makes the first hop's message of a fixture, as the service would of the request: with its stored data, account, and a fixed clock. */
import { createHash } from 'node:crypto';
import { admit } from '../src/auction/admission.ts';
import { lookUpStored, type AuctionStore } from '../src/auction/look-up.ts';
import type { Arrival, EntryPoint, PrepareMessage } from '../src/auction/messages.ts';
import type { Config } from '../src/config/schema.ts';
import { RequestError } from '../src/errors.ts';
import { ampBody } from '../src/http/amp.ts';
import { pageOf } from '../src/http/arrival.ts';
import { clientHints } from '../src/http/client-hints.ts';
import { getBody } from '../src/http/get-auction.ts';
import { readEnvelope } from '../src/native/envelope.ts';
import { bodyBytes, type CapturedAuction } from '../src/observe/capture-record.ts';
import { findAccount, type AccountSources } from '../src/stored/accounts.ts';
import type { HostTexts } from '../src/stored/host-texts.ts';
import { idCookies } from '../src/usersync/browser-ids.ts';

/** What auctions need from the fixtures' host. */
export interface FixtureHost extends AccountSources {
  readonly config: Config;
  readonly texts: HostTexts;
  readonly store: AuctionStore;
}

/** The first hop's message for a fixture. Rejects with a `RequestError`. */
export async function messageOf(fixture: CapturedAuction, host: FixtureHost): Promise<PrepareMessage> {
  const { config, texts, store } = host;
  const { namespace, auction } = config;
  const body = requestBytes(fixture, namespace);
  const read = readEnvelope(body, namespace);
  if (!read.ok) throw new RequestError(400, [read.fault]);
  const found = await lookUpStored(read.envelope, store, auction);
  const admitted = admit(read.envelope, found.request);
  const account = await findAccount({ id: admitted.account, lastAtMs: Infinity }, host);
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
    nowMs: 1_794_787_000_000,
    bidderTmaxMs: 650,
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

/** Thirty-two hexadecimal digits, the same for the same text. */
export function digitsOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
