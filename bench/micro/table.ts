/**
 * Micro-benchmark results as a table for the terminal, and how the first hop grows with bidders.
 */
import { alignColumns } from '../align.ts';
import type { MicroResult } from './runner.ts';

function row({ name, cpuUs, parseUs, perParse, spread, ratioToBaseline }: MicroResult): string[] {
  const base = ratioToBaseline === undefined ? [] : [`${ratioToBaseline.toFixed(3)}`];
  return [name, cpuUs.toFixed(2), `± ${(spread * 100).toFixed(0)} %`, perParse.toFixed(2), parseUs.toFixed(1), ...base];
}

/** One line a case: microseconds and their spread, times `JSON.parse` of the request, that parse, and the ratio to a baseline. */
export function microTable(results: readonly MicroResult[]): string {
  const hasBase = results.some((result) => result.ratioToBaseline !== undefined);
  const head = ['', 'cpu µs', 'spread', '× parse', 'parse µs', ...(hasBase ? ['× baseline'] : [])];
  return alignColumns([head, ...results.map(row)]);
}

/** What thirty bidders cost beside five: the first hop whole and its shaping alone, for plain and for real bidders. */
export function growthOfBidders(results: readonly MicroResult[]): { name: string; ratio: number }[] {
  const pairs = [
    ['prepare, 30 plain bidders against 5', 'prepare 30 bidders', 'prepare 5 KB'],
    ['prepare, 30 real bidders against 5', 'prepare 30 real bidders', 'prepare 5 real bidders'],
  ] as const;
  const of = (name: string): number => results.find((result) => result.name === name)?.cpuUs ?? NaN;
  return pairs.flatMap(([name, many, few]) => {
    const ratio = of(many) / of(few);
    return Number.isNaN(ratio) ? [] : [{ name, ratio }];
  });
}
