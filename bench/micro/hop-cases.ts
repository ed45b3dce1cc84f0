/**
 * Cases that run each hop as a whole, for requests of 2, 5 and 33 KB and for 1 to 30 bidders, plain and real (issue 5: thirty must cost
 * less than four times as much as five).
 */
import type { PrepareMessage } from '../../src/auction/messages.ts';
import { caseCodes } from '../cases.ts';
import { inTurn, type MicroCase } from './clock.ts';
import { plainHost, realCodes, realFives, realHost, type Host } from './hosts.ts';
import {
  prepared,
  prepareMessage,
  requestTexts,
  settledCalls,
  settleMessage,
  withStoredImps,
  type Workload,
} from './messages.ts';
import type { Target } from './target.ts';

/** Imps and bytes of the requests by size. */
export const sizes: readonly { readonly name: string; readonly imps: number; readonly bytes: number }[] = [
  { name: '2 KB', imps: 1, bytes: 2000 },
  { name: '5 KB', imps: 3, bytes: 4800 },
  { name: '33 KB', imps: 10, bytes: 33_000 },
];

function prepareCase(
  name: string,
  workload: Workload,
  change: typeof withStoredImps = (message) => message,
): MicroCase {
  const texts = requestTexts(workload);
  const messages = texts.map((text, at) => change(prepareMessage(text), at));
  // Release the buffer, as the auction does after sending its calls; left to the garbage collector, it slows down other cases.
  const run = (message: PrepareMessage): unknown => prepared(workload.host, message).bytes.transfer(0);
  for (const message of messages) run(message);
  return { name, body: texts[0]!, run: inTurn(messages, run) };
}

function settleCase(name: string, workload: Workload, target: Target): MicroCase {
  const texts = requestTexts(workload);
  const messages = texts.map((text) => settleMessage(target, prepared(workload.host, prepareMessage(text))));
  return { name, body: texts[0]!, run: inTurn(messages, (message) => workload.host.hops.settle(message)) };
}

/** The main thread's work between the hops: views of the calls, and the second hop's message. */
function betweenCase(name: string, workload: Workload, target: Target): MicroCase {
  const texts = requestTexts(workload);
  const rounds = texts.map((text) => {
    const result = prepared(workload.host, prepareMessage(text));
    return { result, settled: settledCalls(target, result) };
  });
  const terms = { rates: null, cacheSeed: '', cached: null };
  const run = inTurn(rounds, ({ result, settled }) => {
    target.callsToSend(result);
    // Released, as the second hop does.
    return target.settleMessage(result, settled, terms).bytes.transfer(0);
  });
  return { name, body: texts[0]!, run };
}

function plainWorkload(host: Host, bidders: number, { imps, bytes }: { imps: number; bytes: number }): Workload {
  return { host, imps, bytes, bidders: [caseCodes.slice(0, bidders)] };
}

/** Both hops for each size with five plain bidders; and for the 5 KB request with 1, 10 and 30 bidders, its imps inline or stored. */
export async function hopCases(target: Target): Promise<MicroCase[]> {
  const host = await plainHost(target);
  const bySize = sizes.flatMap((size) => {
    const workload = plainWorkload(host, 5, size);
    return [
      prepareCase(`prepare ${size.name}`, workload),
      settleCase(`settle ${size.name}`, workload, target),
      betweenCase(`between hops ${size.name}`, workload, target),
    ];
  });
  const byBidders = [1, 10, 30].flatMap((count) => {
    const workload = plainWorkload(host, count, sizes[1]!);
    return [
      prepareCase(`prepare ${count} bidders`, workload),
      prepareCase(`prepare ${count} bidders, imps stored`, workload, withStoredImps),
      settleCase(`settle ${count} bidders`, workload, target),
    ];
  });
  return [...bySize, ...byBidders];
}

/** The first hop for thirty real bidders, and for each group of five of them in turn. */
export async function realCases(target: Target): Promise<MicroCase[]> {
  const host = await realHost(target);
  const workload = { host, imps: 3, bytes: 4800 };
  return [
    prepareCase('prepare 5 real bidders', { ...workload, bidders: realFives }),
    prepareCase('prepare 30 real bidders', { ...workload, bidders: [realCodes] }),
  ];
}
