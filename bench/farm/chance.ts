/**
 * Reproducible randomness: numbers that follow from a text and a seed, and sequences that follow from a seed.
 */
import { maxLatencyMs, type Latency } from './bidder.ts';
import { drawRecorded, readRecording } from './recording.ts';

const fnvPrime = 0x01000193;

/** A 32-bit number from a text and a seed (FNV-1a, then mixed so that similar texts give very different numbers). */
export function hash32(text: string, seed: number): number {
  let state = seed ^ 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), fnvPrime);
  return mix32(state);
}

/** Spreads a 32-bit number over the whole range; the same input always gives the same output. */
export function mix32(value: number): number {
  let state = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  state = Math.imul(state ^ (state >>> 15), 0x846ca68b);
  return (state ^ (state >>> 16)) >>> 0;
}

/** A 32-bit number as a fraction in 0..1, 1 excluded. */
export function fraction(value: number): number {
  return value / 0x1_0000_0000;
}

/** The next fraction of a sequence, in 0..1, 1 excluded. */
export type Next = () => number;

/** The sequence that follows from the seed. */
export function makeSequence(seed: number): Next {
  let count = mix32(seed);
  return () => {
    count = (count + 0x9e3779b9) | 0;
    return fraction(mix32(count));
  };
}

/** One of a list. */
export function pick<T>(list: readonly T[], next: Next): T {
  return list[Math.floor(next() * list.length)]!;
}

/** Hexadecimal digits. */
export function hex(digits: number, next: Next): string {
  let text = '';
  while (text.length < digits) text += Math.floor(next() * 16).toString(16);
  return text;
}

/** A whole number from `from` to `to`, `to` excluded. */
export function whole(from: number, to: number, next: Next): number {
  return from + Math.floor(next() * (to - from));
}

/** A sequence of thinking times in whole milliseconds, at most `maxLatencyMs`; throws if a recording cannot be read. */
export function makeLatencies(latency: Latency, next: Next): () => number {
  if (latency.kind === 'fixed') {
    const ms = Math.round(latency.ms);
    return () => ms;
  }
  if (latency.kind === 'recording') return drawRecorded(readRecording(latency.file), next);
  const { medianMs, sigma } = latency;
  return () => {
    // Box-Muller; 1 - next() is never 0
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    return Math.min(maxLatencyMs, Math.round(medianMs * Math.exp(sigma * normal)));
  };
}
