/**
 * Runs an auction for an exchange: builds its input from the transport, answers, and only then reports to analytics (house, 'The journey').
 */
import type { Analytics } from '../analytics/analytics.ts';
import { runAuction } from '../auction/auction.ts';
import type { AuctionNotes, AuctionParts } from '../auction/auction-input.ts';
import type { EntryPoint } from '../auction/messages.ts';
import { clientGoneStatus, RequestError, UnreadError } from '../errors.ts';
import type { Capture } from '../observe/capture.ts';
import type { AuctionCounts } from '../observe/metrics/auction-counts.ts';
import type { BidderCounts } from '../observe/metrics/bidder-counts.ts';
import { maxIdLength } from '../stored/store.ts';
import { arrivalOf, type ArrivalRules } from './arrival.ts';
import { captureExchange } from './capture-exchange.ts';
import { type EventAccounts, modulesOf } from './event-accounts.ts';
import { answerFault, uncached, type Exchange, type Header, type Route } from './exchange.ts';

/** What all auction endpoints share. */
export interface AuctionServing extends ArrivalRules {
  readonly auction: AuctionParts;
  readonly analytics: Analytics;
  readonly accounts: EventAccounts;
  /** Name and version of this server. */
  readonly server: string;
  readonly counts: { readonly auctions: AuctionCounts; readonly bidders: BidderCounts };
  /** Undefined when no auctions are captured. */
  readonly capture: Capture | undefined;
}

/** An auction endpoint. With POST its requests have a body. */
export interface AuctionEndpoint extends Pick<Route, 'method' | 'path'> {
  readonly entryPoint: EntryPoint;
  /** Returns the bid request's bytes in their own buffer. May throw a `RequestError`. */
  readonly readBody: (exchange: Exchange) => Uint8Array<ArrayBuffer>;
  /** Headers of an answer with status 200, besides those of every answer. */
  readonly headers: readonly Header[];
  /** Further headers of every answer, made from the request. */
  readonly ownHeaders?: (exchange: Exchange) => readonly Header[];
}

/** An endpoint with its headers complete, but for `ownHeaders`. `faultHeaders` are those of an answer with another status than 200. */
interface ServedEndpoint extends AuctionEndpoint {
  readonly faultHeaders: readonly Header[];
}

/** The route of an auction endpoint. */
export function routeOf(endpoint: AuctionEndpoint, serving: AuctionServing): Route {
  const { method, path, entryPoint } = endpoint;
  const faultHeaders = auctionHeaders(serving);
  const served = { ...endpoint, headers: [...endpoint.headers, ...faultHeaders], faultHeaders };
  return {
    method,
    path,
    cors: 'credentials',
    body: method === 'POST',
    sheds: true,
    faultHeaders,
    onUnread: (exchange, error) =>
      void noteRefused(exchange, { error, entryPoint, notes: newNotes(entryPoint) }, serving),
    handle: (exchange) => serveAuction(exchange, served, serving),
  };
}

/**
 * Headers of every answer to an auction: no cache may store it (decisions, 'CORS'), and it names this server (implementations A 1.1, B 9).
 */
function auctionHeaders({ auction, server }: AuctionServing): readonly Header[] {
  return [uncached, ['Pragma', 'no-cache'], ['Expires', '0'], [`x-${auction.namespace}`, server]];
}

/** Runs the auction and answers, whatever happens. */
async function serveAuction(exchange: Exchange, served: ServedEndpoint, serving: AuctionServing): Promise<void> {
  const { entryPoint, headers, faultHeaders } = served;
  const own = served.ownHeaders?.(exchange);
  const { auction, analytics, counts } = serving;
  const notes = newNotes(entryPoint);
  try {
    const body = served.readBody(exchange);
    const arrival = arrivalOf(exchange, serving);
    const { arrivedAtMs } = exchange;
    const captured = { body: entryPoint === '' ? body : null, notes, arrival };
    const capture = captureExchange(exchange, captured, serving.capture);
    const asked = { body, entryPoint, arrivedAtMs, arrival, cancel: exchange, notes, capture };
    const answer = await runAuction(asked, auction);
    exchange.answer(200, joined(headers, own), answer.bytes);
    count(exchange, { status: 200, notes }, serving);
    counts.bidders.note(answer.tally);
    counts.auctions.noteImps(notes.account, answer.tally);
    for (const { json, modules } of answer.reports) analytics.record(json, modules);
  } catch (error) {
    exchange.account = notes.account;
    answerFault(exchange, error, joined(faultHeaders, own));
    await noteRefused(exchange, { error, entryPoint, notes }, serving);
  }
}

function joined(headers: readonly Header[], own: readonly Header[] | undefined): readonly Header[] {
  return own === undefined ? headers : [...headers, ...own];
}

function newNotes(entryPoint: EntryPoint): AuctionNotes {
  return { isJson: false, channel: entryPoint === 'amp' ? 'amp' : 'unknown', account: '', biddersMs: 0 };
}

/** Counts an auction that ended with `status`. Returns the status it was counted as, which differs if the client disconnected. */
function count(
  exchange: Exchange,
  { status, notes }: { readonly status: number; readonly notes: AuctionNotes },
  { counts }: AuctionServing,
): number {
  const counted = exchange.isAborted ? clientGoneStatus : status;
  counts.auctions.note(counted, notes, performance.now() - exchange.arrivedAtMs);
  return counted;
}

/** Why an auction was refused, and what was known about it by then. */
interface Refusal {
  readonly error: unknown;
  readonly entryPoint: EntryPoint;
  readonly notes: AuctionNotes;
}

/** Counts an auction that was answered with a fault, and reports it to analytics. */
async function noteRefused(
  exchange: Exchange,
  { error, entryPoint, notes }: Refusal,
  serving: AuctionServing,
): Promise<void> {
  const refused = error instanceof RequestError ? error : { status: 500, faults: [] };
  // An unreadable account is not read again here, nor named to modules that it may have excluded.
  const account = error instanceof UnreadError ? '' : notes.account;
  const facts = {
    status: count(exchange, { status: refused.status, notes }, serving),
    account: account.slice(0, maxIdLength),
    faults: refused.faults.slice(0, 5),
  };
  const modules = await permittedModules(account, exchange, serving);
  serving.analytics.tell({ kind: entryPoint === 'amp' ? 'amp' : 'auction', ...facts }, modules);
}

/** The analytics modules that may receive the account's refused auctions; none when its settings are wrong or cannot be read. */
async function permittedModules(
  account: string,
  exchange: Exchange,
  { accounts, analytics }: AuctionServing,
): Promise<readonly string[]> {
  if (analytics.names.length === 0) return [];
  try {
    return modulesOf(await accounts.find(account), analytics.names, exchange.header('sec-gpc'));
  } catch {
    return [];
  }
}
