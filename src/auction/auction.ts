/**
 * One auction from the request's bytes to the answer's bytes: read this first (spec 4.1; house, 'The journey of one request').
 * This file runs on the main thread and never opens what the two hops carry.
 */
import { RequestError } from '../errors.ts';
import { readEnvelope } from '../native/envelope.ts';
import type { PrivacySeen } from '../privacy/counts.ts';
import { findAccount } from '../stored/accounts.ts';
import { admit, refuseBlocked } from './admission.ts';
import type { AuctionParts, AuctionRequest } from './auction-input.ts';
import { bidderTmaxMs, clampTmax, fanOutDeadline, putDeadline } from './deadline.ts';
import { callsToSend, releaseCalls, settleMessage } from './hop-bytes.ts';
import { settleAndKeep, unkeptAnswer, type AuctionAnswer } from './keep-bids.ts';
import { lookUpStored } from './look-up.ts';
import type { PrepareMessage, SharedText } from './messages.ts';
import { prepareInformed, type Informed } from './prepare-informed.ts';
import { mintSeed } from './seeds.ts';

/**
 * Runs one auction and resolves by its `tmax` with the answer as JSON bytes: a bid response, or the targeting for an AMP page. Rejects with
 * a `RequestError` when the request cannot be served; any other error is a bug.
 */
export async function runAuction(request: AuctionRequest, parts: AuctionParts): Promise<AuctionAnswer> {
  await parts.cohort.join();
  const read = readEnvelope(request.body, parts.namespace);
  if (!read.ok) throw new RequestError(400, [read.fault]);
  request.notes.isJson = true;
  const deadlineOf = (tmax: number | null): number => request.arrivedAtMs + clampTmax(tmax, parts.times);
  // A look-up that ends too late to call any bidder is useless.
  const lastAtMsOf = (tmax: number | null): number => fanOutDeadline(deadlineOf(tmax), parts.times, false);
  const stored = await lookUpStored(read.envelope, parts.store, { maxImps: parts.maxImps, lastAtMsOf });
  const admitted = admit(read.envelope, stored.request);
  request.notes.account = admitted.account;
  refuseBlocked(admitted, parts.blocked);
  const lastAtMs = lastAtMsOf(admitted.tmax);
  const account = await findAccount({ id: admitted.account, lastAtMs }, parts);
  const rates = parts.rates();
  const floors = parts.floorsOf(account.floorFetch);
  const deadlineAtMs = deadlineOf(admitted.tmax);
  const seed = mintSeed();
  const message = (): PrepareMessage => ({
    entryPoint: request.entryPoint,
    body: request.body,
    stored: stored.texts,
    arrival: request.arrival,
    admitted,
    account: account.text,
    rates,
    lineItems: parts.lineItems(),
    vendorLists: parts.vendorLists.current(),
    nowMs: Date.now(),
    bidderTmaxMs: bidderTmaxMs(deadlineAtMs - performance.now(), parts.times),
    seed,
    ...(floors && { floors }),
  });
  const prepared = await prepareInformed(message, parts, { lastAtMs, cancel: request.cancel });
  return callAndSettle(request, prepared, { parts, deadlineAtMs, rates });
}

/** Sends the calls that the first hop prepared, then has the second hop turn the replies into the answer. */
async function callAndSettle(
  request: AuctionRequest,
  prepared: Informed,
  { parts, deadlineAtMs, rates }: { parts: AuctionParts; deadlineAtMs: number; rates: SharedText | null },
): Promise<AuctionAnswer> {
  prepared.bugs?.forEach(parts.codeBugs.note);
  if (!prepared.ok) throw new RequestError(prepared.status, prepared.faults);
  request.notes.channel = prepared.channel;
  if ('answer' in prepared) return unkeptAnswer(prepared);
  if (prepared.privacy !== undefined) notePrivacy(prepared.privacy, parts);

  const sentAtMs = performance.now();
  const calls = callsToSend(prepared);
  const waitsUntilMs = fanOutDeadline(deadlineAtMs, parts.times, prepared.caches);
  const outcomes = await parts.fanOut.send(calls, waitsUntilMs, request.cancel);
  request.notes.biddersMs = performance.now() - sentAtMs;
  const release = (): void => releaseCalls(prepared, outcomes);
  request.capture?.note(calls, outcomes, release);

  await parts.cohort.join();
  const cacheSeed = prepared.caches ? mintSeed() : '';
  const terms = { rates, cacheSeed, ...(prepared.mapsCategories && { categories: parts.categories() }) };
  const answer = await settleAndKeep({
    cache: parts.cache,
    deadlineAtMs: putDeadline(deadlineAtMs, parts.times),
    settle: (cached) =>
      parts.hops.settle(settleMessage(prepared, outcomes, { ...terms, isUnheard: request.cancel.isAborted, cached })),
  });
  answer.bugs?.forEach(parts.codeBugs.note);
  // A capture reads the calls after the answer is sent, and releases them itself.
  if (request.capture === undefined) release();
  return answer;
}

/** Counts what the privacy rules did, and requests a missing vendor list for later auctions. */
function notePrivacy(seen: PrivacySeen, { privacyTally, vendorLists }: AuctionParts): void {
  privacyTally.add(seen);
  if (seen.missingList !== 0) vendorLists.want(seen.missingList);
}
