/** Runs both hops on a made-up auction before the first real one, so that no client of a thread waits for code to be compiled. */
import { textAt } from '../src/auction/byte-range.ts';
import type { OutcomeRecord } from '../src/auction/call-records.ts';
import type { PrepareMessage, Prepared } from '../src/auction/messages.ts';
import type { HopFunctions } from '../src/auction/hop-functions.ts';
import type { SettleMessage } from '../src/auction/settle-messages.ts';
import type { Config } from '../src/config/schema.ts';
import { packParts } from './frame.ts';
import { createHops } from './hops.ts';
import type { HopSetup } from './parts.ts';
import { warmConfig, warmId, warmReply, warmRequest, warmStored } from './warm-auction.ts';

/** Hops for the made-up auction, otherwise set up like a host's. */
export function warmHops(setup: HopSetup): HopFunctions {
  return createHops({ ...setup, config: warmConfig(setup.config, 'http://warm.invalid/') });
}

/** Warms the code of `hops`, with one round for each millisecond of `warmUpMs`; most rounds take less. */
export function warmUp(hops: HopFunctions, { namespace, warmUpMs }: Pick<Config, 'namespace' | 'warmUpMs'>): void {
  const body = warmRequest(namespace);
  const stored = [warmStored(namespace)];
  for (let round = 0; round < warmUpMs; round++) {
    const prepared = hops.prepare(prepareMessage(body, stored));
    if (!('calls' in prepared)) return;
    hops.settle(settleMessage(prepared));
  }
}

function prepareMessage(body: Uint8Array, stored: PrepareMessage['stored']): PrepareMessage {
  return {
    body,
    entryPoint: '',
    stored,
    arrival: { https: true, ip: '', ua: '', referer: '', dnt: '', gpc: '', uids: '', hostUid: '' },
    admitted: { account: warmId, app: '', tmax: null },
    account: '{}',
    rates: null,
    lineItems: null,
    vendorLists: null,
    nowMs: 0,
    bidderTmaxMs: 500,
    seed: '0'.repeat(32),
  };
}

function settleMessage(prepared: Prepared): SettleMessage {
  const replies = prepared.calls.map(() => warmReply);
  const { context } = prepared;
  const text = 'kept' in context ? '' : textAt(prepared.bytes, context);
  const { bytes, ranges } = packParts([text, ...replies]);
  const outcomes = prepared.calls.map((_, at): OutcomeRecord => ({
    kind: 'reply',
    status: 200,
    elapsedMs: 5,
    encoding: '',
    body: ranges[at + 1]!,
    reason: '',
  }));
  const carried = 'kept' in context ? context : ranges[0]!;
  return { bytes, context: carried, outcomes, calls: [], rates: null, cacheSeed: '0'.repeat(32), cached: null };
}
