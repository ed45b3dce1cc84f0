/** Runs the two hops as the main thread does, without a service around them. */
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import type { SettleTerms } from '../../src/auction/hop-bytes.ts';
import { textAt } from '../../src/auction/byte-range.ts';
import type { PrepareMessage, PrepareResult, Prepared } from '../../src/auction/messages.ts';
import type { SettleResult } from '../../src/auction/settle-messages.ts';
import type { SettledCall } from '../../src/auction/settled-call.ts';
import type { Plugin } from '../../src/plugins/contract.ts';
import { createHops } from '../../workers/hops.ts';
import { testConfig } from './config.ts';

/** The parts of a message that a test states: the rest is a plain arrival over https. */
export type MessageFacts = Partial<Omit<PrepareMessage, 'body'>>;

interface Place {
  readonly id?: string;
  readonly publisher?: { readonly id?: string };
}

/** The message of a request without stored parts; `body` is JSON text or what to write as such. */
export function prepareMessage(body: unknown, facts: MessageFacts = {}): PrepareMessage {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = JSON.parse(text) as { site?: Place; app?: Place; dooh?: Place; tmax?: number };
  const { site, app, dooh, tmax = null } = request;
  const account = (app ?? site ?? dooh)?.publisher?.id ?? '';
  return {
    entryPoint: '',
    body: new TextEncoder().encode(text),
    stored: [],
    arrival: { https: true, ip: '203.0.113.9', ua: 'browser', referer: '', dnt: '', gpc: '', uids: '', hostUid: '' },
    admitted: { account, app: app?.id ?? '', tmax },
    account: '{}',
    nowMs: 1_700_000_000_000,
    rates: null,
    lineItems: null,
    vendorLists: null,
    bidderTmaxMs: 650,
    seed: '00112233445566778899aabbccddeeff',
    ...facts,
  };
}

/** The hops of a host with these settings over the least that a host must state. Throws the configuration's faults. */
export function createTestHops(
  settings: object,
  definitions: readonly BidderDefinition[] = [],
  plugins: ReadonlyMap<string, Plugin> = new Map(),
) {
  const codes = definitions.map(({ code }) => code);
  return createHops({ config: testConfig(settings, codes), server: 'gavel/test' }, definitions, { plugins });
}

/** A call that its bidder answered with these bids, in one seat. */
export function bidding(bid: readonly object[]): SettledCall {
  return replying({ seatbid: [{ bid }] });
}

/** A call that its bidder answered with this body. */
export function replying(body: object): SettledCall {
  const chunk = new TextEncoder().encode(JSON.stringify(body));
  const { byteLength } = chunk;
  const told = { kind: 'reply', status: 200, elapsedMs: 3, encoding: '', reason: '', isWritten: true } as const;
  return { ...told, chunks: [chunk], byteLength };
}

/** The bodies of the calls by bidder, each text as it goes out. Throws the faults of a refusal. */
export function callTexts(result: PrepareResult): Map<string, string[]> {
  const { calls, bytes } = served(result);
  const texts = new Map<string, string[]>();
  for (const { bidder, body } of calls) {
    const text = textAt(bytes, body);
    texts.set(bidder, [...(texts.get(bidder) ?? []), text]);
  }
  return texts;
}

/** The result of a first hop that serves its request. Throws the faults of a refusal. */
export function served(result: PrepareResult): Prepared {
  if (!result.ok) throw new Error(result.faults.join('\n'));
  if (!('calls' in result)) throw new Error('nobody is asked');
  return result;
}

/** Terms of a second hop whose host has no rates and whose auction caches nothing. */
export const plainTerms: SettleTerms = { rates: null, cacheSeed: '', cached: null };

/** The answer of a second hop, parsed. */
export function answerOf({ bytes, answer }: SettleResult) {
  return JSON.parse(textAt(bytes, answer));
}
