/** The outcome of a fixture as text that people can compare, and its fingerprint. */
import { createHash } from 'node:crypto';
import type { FixtureRun } from '../../bench/fixture-hops.ts';
import { callText } from '../../bench/fixture-replies.ts';
import { bytesAt, textAt, type Range } from '../../src/auction/byte-range.ts';

/** The parts whose bytes must not change: calls to bidders, the answer, and what is cached or reported. */
export interface GoldenTexts {
  readonly calls: string;
  readonly answer: string;
  readonly kept: string;
}

/** The parts of a fixture's outcome. Compressed bodies count inflated: what compression makes of them depends on the machine. */
export function goldenTexts({ faults, prepared, settled }: FixtureRun): GoldenTexts {
  if (prepared === null || settled === null) return { calls: '', answer: faults.join('\n'), kept: '' };
  const calls = prepared.calls.map((call) => {
    const { bidder, method, uri, headers, replyHeaders = [] } = call;
    const head = [`${bidder} ${method} ${uri}`, JSON.stringify(headers), replyHeaders.join(' ')];
    return [...head, callText(call, bytesAt(prepared.bytes, call.body))].join('\n');
  });
  const text = (range: Range): string => textAt(settled.bytes, range);
  const puts = settled.puts.map((put) => `${put.type} ${put.id} ${put.ttlSeconds}\n${text(put.value)}`);
  const reports = settled.reports.map(({ modules, json }) => `${modules.join(' ')}\n${text(json)}`);
  return { calls: calls.join('\n\n'), answer: text(settled.answer), kept: [...puts, ...reports].join('\n\n') };
}

/** Sixteen hexadecimal digits of SHA-256. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Where two texts first differ: the line, and some characters on both sides. */
export function firstDifference(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const line = now.findIndex((one, at) => one !== old[at]);
  const [a, b] = line < 0 ? [old.slice(now.length).join('\n'), ''] : [old[line] ?? '', now[line]!];
  let at = 0;
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 160), at + 240);
  return `line ${(line < 0 ? now.length : line) + 1}, character ${at + 1}\n- ${around(a)}\n+ ${around(b)}`;
}
