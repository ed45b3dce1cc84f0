/**
 * Cases that serialize the answer: `JSON.stringify`, and fast-json-stringify with a schema of the bids' members, once open to unknown
 * members and once closed. The closed one loses unknown members, which is allowed only in the fixed parts of an answer.
 */
import fastJson, { type Schema } from 'fast-json-stringify';
import { textAt } from '../../src/auction/byte-range.ts';
import { caseCodes } from '../cases.ts';
import { inTurn, type MicroCase } from './clock.ts';
import { sizes } from './hop-cases.ts';
import { plainHost, type Host } from './hosts.ts';
import { prepared, prepareMessage, requestTexts, settleMessage, type Workload } from './messages.ts';
import type { Target } from './target.ts';

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const texts = { type: 'array', items: text } as const;
const open = { type: 'object', additionalProperties: true } as const;

function answerSchema(additionalProperties: boolean): Schema {
  const svc = {
    type: 'object',
    properties: { type: text, meta: open, targeting: open },
    additionalProperties,
  } as const;
  const ext = {
    type: 'object',
    properties: { svc, origbidcpm: number, origbidcur: text },
    additionalProperties,
  } as const;
  const texted = { id: text, impid: text, crid: text, cid: text, dealid: text, adm: text, nurl: text, burl: text };
  const listed = { adomain: texts, cat: texts };
  const bid = {
    type: 'object',
    properties: { ...texted, ...listed, price: number, w: number, h: number, exp: number, mtype: number, ext },
    additionalProperties,
  } as const;
  const seat = { type: 'object', properties: { seat: text, bid: { type: 'array', items: bid } } } as const;
  const seatbid = { type: 'array', items: seat } as const;
  return { type: 'object', properties: { id: text, cur: text, seatbid, ext: open } };
}

/** Answers of the second hop, parsed back into objects. */
function answersOf(host: Host, workload: Workload, target: Target): unknown[] {
  return requestTexts(workload).map((request) => {
    const { bytes, answer } = host.hops.settle(settleMessage(target, prepared(host, prepareMessage(request))));
    return JSON.parse(textAt(bytes, answer)) as unknown;
  });
}

/** The three serializers on answers to requests of each size. */
export async function serializerCases(target: Target): Promise<MicroCase[]> {
  const host = await plainHost(target);
  const bidders = [caseCodes.slice(0, 5)];
  const stringifyOpen = fastJson(answerSchema(true));
  const stringifyClosed = fastJson(answerSchema(false));
  return sizes.flatMap(({ name, imps, bytes }) => {
    const answers = answersOf(host, { host, imps, bytes, bidders }, target);
    const body = JSON.stringify(answers[0]);
    const named = (what: string, run: (answer: unknown) => unknown): MicroCase => ({
      name: `answer to ${name}: ${what}`,
      body,
      run: inTurn(answers, run),
    });
    return [
      named('JSON.stringify', (answer) => JSON.stringify(answer)),
      named('fast-json-stringify, open', stringifyOpen),
      named('fast-json-stringify, closed', stringifyClosed),
      named('JSON.stringify to bytes', (answer) => Buffer.from(JSON.stringify(answer))),
    ];
  });
}
