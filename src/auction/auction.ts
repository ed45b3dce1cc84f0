/**
 * One auction from the request's bytes to the answer's bytes: read this first (spec 4.1; house, 'The journey of one request').
 * This file runs on the main thread and never opens what the two hops carry.
 */
import type { BoundedCache } from '../cache/bounded-cache.ts';
import { RequestError } from '../errors.ts';
import { readEnvelope } from '../native/envelope.ts';
import type { CaptureDraft } from '../observe/capture-draft.ts';
import type { PrivacySeen, PrivacyTally } from '../privacy/counts.ts';
import { findAccount, type Account, type AccountRules } from '../stored/accounts.ts';
import type { CachedStore } from '../stored/cached-store.ts';
import type { VendorLists } from '../stored/vendor-lists.ts';
import { admit } from './admission.ts';
import type { Cohort } from './cohort.ts';
import {
  bidderTmaxMs,
  clampTmax,
  fanOutDeadline,
  putDeadline,
  type TimeReserves,
  type TmaxBounds,
} from './deadline.ts';
import type { FanOut } from './fan-out.ts';
import { callsToSend, releaseCalls, settleMessage } from './hop-bytes.ts';
import { settleAndKeep, type AuctionAnswer } from './keep-bids.ts';
import { lookUpStored, type AuctionStore } from './look-up.ts';
import type { Admitted, Arrival, BidderBug, Channel, EntryPoint, PrepareResult, SharedText } from './messages.ts';
import type { Hops } from './pool.ts';
import type { Cancel } from './round.ts';
import { mintSeed } from './seeds.ts';

/** A request as it arrived. The auction takes `body` over. */
export interface AuctionRequest {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly entryPoint: EntryPoint;
  readonly arrival: Arrival;
  /** On the clock of `performance.now()`, at the request's first byte. */
  readonly arrivedAtMs: number;
  readonly cancel: Cancel;
  readonly notes: AuctionNotes;
  /** Hears of the calls when the auction is captured. */
  readonly capture: Pick<CaptureDraft, 'note'> | undefined;
}

/** What metrics are told of an auction however it ends: it writes them as it goes on. */
export interface AuctionNotes {
  channel: Channel;
  account: string;
  /** The time spent waiting for bidders. */
  biddersMs: number;
}

/** Everything that auctions of one process share. */
export interface AuctionParts {
  readonly namespace: string;
  readonly times: TmaxBounds & TimeReserves;
  readonly maxImps: number;
  readonly store: AuctionStore;
  readonly accounts: CachedStore<Account>;
  readonly accountRules: AccountRules;
  readonly blocked: { readonly accounts: ReadonlySet<string>; readonly apps: ReadonlySet<string> };
  readonly cohort: Cohort;
  readonly hops: Hops;
  readonly fanOut: FanOut;
  readonly cache: Pick<BoundedCache, 'put' | 'faultBy'>;
  /** The host's conversion rates and line items as they are now. */
  readonly rates: () => SharedText | null;
  readonly lineItems: () => SharedText | null;
  readonly vendorLists: Pick<VendorLists, 'current' | 'want'>;
  readonly privacyTally: PrivacyTally;
  /** Told of every bug in a bidder's code. */
  readonly onBug: (bug: BidderBug) => void;
}

/**
 * Runs one auction and gives the answer as JSON bytes, by the request's `tmax`: a bid response, or what an AMP page gets.
 * Throws a `RequestError` for a request that cannot be served; anything else thrown is a bug.
 */
export async function runAuction(request: AuctionRequest, parts: AuctionParts): Promise<AuctionAnswer> {
  await parts.cohort.join();
  const read = readEnvelope(request.body, parts.namespace);
  if (!read.ok) throw new RequestError(400, [read.fault]);
  const stored = await lookUpStored(read.envelope, parts.store, parts.maxImps);
  const admitted = admit(read.envelope, stored.request);
  request.notes.account = admitted.account;
  refuseBlocked(admitted, parts);
  const account = await findAccount(admitted.account, parts.accounts, parts.accountRules);

  const rates = parts.rates();
  const tmaxMs = clampTmax(admitted.tmax, parts.times);
  const leftMs = request.arrivedAtMs + tmaxMs - performance.now();
  const prepared = await parts.hops.prepare({
    entryPoint: request.entryPoint,
    body: request.body,
    stored: stored.texts,
    arrival: request.arrival,
    admitted,
    account,
    rates,
    lineItems: parts.lineItems(),
    vendorLists: parts.vendorLists.current(),
    nowMs: Date.now(),
    bidderTmaxMs: bidderTmaxMs(leftMs, parts.times),
    seed: mintSeed(),
  });
  return settle(request, prepared, { parts, tmaxMs, rates });
}

async function settle(
  request: AuctionRequest,
  prepared: PrepareResult,
  { parts, tmaxMs, rates }: { parts: AuctionParts; tmaxMs: number; rates: SharedText | null },
): Promise<AuctionAnswer> {
  if (!prepared.ok) throw new RequestError(prepared.status, prepared.faults);
  request.notes.channel = prepared.channel;
  if (prepared.privacy !== undefined) notePrivacy(prepared.privacy, parts);
  prepared.bugs?.forEach(parts.onBug);
  const { times, hops } = parts;
  const { responseReserveMs } = times;
  const cacheExpectedMs = prepared.caches ? times.cacheExpectedMs : 0;
  const fanOutEndsAtMs = fanOutDeadline(request.arrivedAtMs, tmaxMs, { responseReserveMs, cacheExpectedMs });
  const sentAtMs = performance.now();
  const calls = callsToSend(prepared);
  const outcomes = await parts.fanOut.send(calls, fanOutEndsAtMs, request.cancel);
  request.notes.biddersMs = performance.now() - sentAtMs;
  request.capture?.note(calls, outcomes);
  await parts.cohort.join();
  const cacheSeed = prepared.caches ? mintSeed() : '';
  const answer = await settleAndKeep({
    cache: parts.cache,
    deadlineAtMs: putDeadline(request.arrivedAtMs, tmaxMs, times),
    settle: (cached) => hops.settle(settleMessage(prepared, outcomes, { rates, cacheSeed, cached })),
  });
  answer.bugs?.forEach(parts.onBug);
  // A capture reads the calls when the answer has gone.
  if (request.capture === undefined) releaseCalls(prepared, outcomes);
  return answer;
}

/** Counts what privacy did, and asks for the vendor list that it lacked: the next auction has it. */
function notePrivacy(seen: PrivacySeen, { privacyTally, vendorLists }: AuctionParts): void {
  privacyTally.add(seen);
  if (seen.missingList !== 0) vendorLists.want(seen.missingList);
}

/** Spec 7: an account or app that the host has blocked is answered with 503. */
function refuseBlocked(admitted: Admitted, { blocked }: AuctionParts): void {
  if (blocked.accounts.has(admitted.account))
    throw new RequestError(503, ['the account is blocked: ask this host why']);
  if (blocked.apps.has(admitted.app)) throw new RequestError(503, ['the app is blocked: ask this host why']);
}
