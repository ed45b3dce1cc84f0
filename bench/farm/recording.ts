/**
 * Draws thinking times from a recording: a JSON file with a list of milliseconds, or of [milliseconds, count] pairs (a histogram).
 */
import { readFileSync } from 'node:fs';
import { maxLatencyMs } from './bidder.ts';

/** Times, and how often each occurred. */
export type Recording = readonly (readonly [ms: number, count: number])[];

const isMs = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= maxLatencyMs;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

function stepOf(entry: unknown, path: string): readonly [number, number] {
  if (isMs(entry)) return [entry, 1];
  if (Array.isArray(entry) && entry.length === 2 && isMs(entry[0]) && isCount(entry[1])) return [entry[0], entry[1]];
  throw new Error(`${path} is not valid: give milliseconds from 0 to ${maxLatencyMs}, or [milliseconds, count]`);
}

/** Reads a recording's file; throws an Error that names the file and the invalid entry. */
export function readRecording(file: string): Recording {
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(list) || list.length === 0) throw new Error(`${file} is not a list of at least one time`);
  return list.map((entry, at) => stepOf(entry, `${file}[${at}]`));
}

/** Draws the recording's times at random, in whole milliseconds, each as often as it was recorded; `next` gives random numbers, 0..1. */
export function drawRecorded(recording: Recording, next: () => number): () => number {
  const sorted = [...recording].sort(([a], [b]) => a - b);
  const ends: number[] = [];
  let total = 0;
  for (const [, count] of sorted) ends.push((total += count));
  return () => {
    const drawn = next() * total;
    let low = 0;
    let high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! > drawn) high = middle;
      else low = middle + 1;
    }
    return Math.round(sorted[low]![0]);
  };
}
