/**
 * Builds the hops' messages as the main thread would, from the cases' requests and the farm's replies.
 */
import type { SettledCall } from '../../src/auction/settled-call.ts';
import type { PrepareMessage, Prepared, StoredText } from '../../src/auction/messages.ts';
import type { SettleMessage } from '../../src/auction/settle-messages.ts';
import { caseBidders } from '../cases.ts';
import { readRequest } from '../farm/read-request.ts';
import { makeReplyBuilder } from '../farm/reply.ts';
import { makeRequests } from '../requests.ts';
import type { Host } from './hosts.ts';
import type { Target } from './target.ts';

/** One workload: requests of one size for some of the host's bidders. */
export interface Workload {
  readonly host: Host;
  readonly imps: number;
  readonly bytes: number;
  /** The bidders of each request; several lists are used in turn. */
  readonly bidders: readonly (readonly string[])[];
}

const messageCount = 60;
const seed = 7;
const tmaxMs = 500;
const arrival = {
  https: true,
  ip: '203.0.113.9',
  ua: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
  referer: 'https://www.reader.example/sport/today.html',
  dnt: '',
  gpc: '',
  uids: '',
  hostUid: '',
};

/** The workload's requests as JSON texts. */
export function requestTexts({ host, imps, bytes, bidders }: Workload): string[] {
  const perList = Math.ceil(messageCount / bidders.length);
  return bidders.flatMap((codes, at) => {
    const shape = { kind: 'site', imps, bytes, bidders: codes, tmaxMs, namespace: 'svc' } as const;
    return makeRequests(shape, perList, seed + at).map((text) => withParams(text, codes, host));
  });
}

/** The request with params that its bidders accept. */
function withParams(text: string, codes: readonly string[], { params }: Host): string {
  if (params.size === 0) return text;
  const request = JSON.parse(text) as { imp: { ext: { svc: { bidder: object } } }[] };
  for (const { ext } of request.imp) ext.svc.bidder = Object.fromEntries(codes.map((code) => [code, params.get(code)]));
  return JSON.stringify(request);
}

/** The first hop's message for a request. */
export function prepareMessage(text: string): PrepareMessage {
  return {
    entryPoint: '',
    body: new TextEncoder().encode(text),
    stored: [],
    arrival,
    admitted: { account: 'pub-4711', app: '', tmax: tmaxMs },
    account: '{}',
    rates: null,
    lineItems: null,
    vendorLists: null,
    nowMs: 1_790_000_000_000,
    bidderTmaxMs: tmaxMs - 20,
    seed: '00112233445566778899aabbccddeeff',
  };
}

/** The same message with stored imps that the request only names. `page` distinguishes pages that share imp ids. */
export function withStoredImps(message: PrepareMessage, page: number): PrepareMessage {
  const request = JSON.parse(new TextDecoder().decode(message.body)) as { imp: { id: string }[] };
  const stored = request.imp.map(({ id, ...imp }) => storedText(`${page}-${id}`, imp));
  const imp = request.imp.map(({ id }, at) => ({ id, ext: { svc: { storedrequest: { id: stored[at]!.id } } } }));
  return { ...message, body: bytesOf({ ...request, imp }), stored };
}

function storedText(id: string, imp: object): StoredText {
  return { kind: 'imps', id, text: bytesOf(imp) };
}

function bytesOf(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** The first hop's result for a message; throws its faults if it refuses the request. */
export function prepared(host: Host, message: PrepareMessage): Prepared {
  const result = host.hops.prepare(message);
  if (!result.ok) throw new Error(`the request was refused: ${result.faults.join('; ')}`);
  if (!('calls' in result)) throw new Error('the request has no calls: it states its own response');
  return result;
}

const replyBuilders = new Map(caseBidders.map((bidder) => [bidder.code, makeReplyBuilder(bidder, 1)]));

/** Each call, settled with the reply that the farm would give; `null` bodies and unknown bidders mean no bid. */
export function settledCalls(target: Target, result: Prepared): SettledCall[] {
  return target.callsToSend(result).map(({ record, body }) => {
    const text = body === null ? '' : Buffer.from(body).toString('latin1');
    const reply = replyBuilders.get(record.bidder)?.(readRequest(text)) ?? null;
    const chunks = reply === null ? [] : [reply];
    const status = reply === null ? 204 : 200;
    const told = { kind: 'reply', status, elapsedMs: 10, encoding: '', reason: '', isWritten: true } as const;
    return { ...told, chunks, byteLength: reply?.length ?? 0 };
  });
}

/** The second hop's message for a result of the first. */
export function settleMessage(target: Target, result: Prepared): SettleMessage {
  return target.settleMessage(result, settledCalls(target, result), { rates: null, cacheSeed: '', cached: null });
}
