/** Runs both hops on a made-up auction before the first real one, so that no client waits for code to be compiled. */
import {
  textAt,
  type HopFunctions,
  type OutcomeRecord,
  type PrepareMessage,
  type Prepared,
  type SettleMessage,
} from '../src/auction/messages.ts';
import type { Config } from '../src/config/schema.ts';
import { packParts } from './frame.ts';

/** Enough rounds for the hot functions to be compiled, few enough for a tenth of a second or two. */
const rounds = 150;

/** Warms the hops with a request to the first bidders of the configuration. What they make of it is thrown away. */
export function warmUp(hops: HopFunctions, { namespace, bidders }: Config): void {
  const bidder = Object.fromEntries(
    Object.keys(bidders)
      .slice(0, 5)
      .map((code) => [code, {}]),
  );
  const ext = { [namespace]: { bidder } };
  const format = [{ w: 300, h: 250 }];
  const imp = ['1', '2', '3'].map((id) => ({ id, banner: { format }, ext }));
  const targeting = { includewinners: true, includebidderkeys: true };
  const request = { id: 'warm', imp, site: { page: 'https://warm.invalid/' }, ext: { [namespace]: { targeting } } };
  const body = Buffer.from(JSON.stringify(request));
  const bid = imp.map(({ id }) => ({ id, impid: id, price: 1.25, crid: 'c', w: 300, h: 250, adm: '<b></b>' }));
  const reply = JSON.stringify({ id: 'warm', cur: 'USD', seatbid: [{ bid }] });
  for (let round = 0; round < rounds; round++) {
    const prepared = hops.prepare(prepareMessage(body));
    if (!prepared.ok) return;
    hops.settle(settleMessage(prepared, reply));
  }
}

function prepareMessage(body: Uint8Array): PrepareMessage {
  return {
    body,
    entryPoint: '',
    stored: [],
    arrival: { https: true, ip: '', ua: '', referer: '', dnt: '', gpc: '', uids: '', hostUid: '' },
    admitted: { account: '', app: '', tmax: null },
    account: '{}',
    rates: null,
    lineItems: null,
    vendorLists: null,
    nowMs: 0,
    bidderTmaxMs: 500,
    seed: '0'.repeat(32),
  };
}

function settleMessage(prepared: Prepared, reply: string): SettleMessage {
  const replies = prepared.calls.map(() => reply);
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
