/**
 * Records the arguments with which a hop calls its stages, so that each stage can be called again alone. Stages are pure and do not
 * modify their arguments, so the same arguments cost the same again.
 */
import { watchCalls } from './traced.ts';

/** One stage's calls: how many an auction makes, and the calls themselves, ready to be repeated. */
export interface StageCalls {
  readonly name: string;
  readonly perAuction: number;
  readonly calls: readonly (() => unknown)[];
}

const keptCalls = 300;

/** Runs the `auctions`, one function each, and returns the calls of every stage in them, in the order of first use. */
export function recordStages(auctions: readonly (() => unknown)[]): StageCalls[] {
  const counts = new Map<string, number>();
  const kept = new Map<string, (() => unknown)[]>();
  watchCalls((name, call, args) => {
    if (name.includes('/')) {
      const calls = kept.get(name) ?? [];
      kept.set(name, calls);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (calls.length < keptCalls) calls.push(() => call(...args));
    }
    return call(...args);
  });
  for (const auction of auctions) auction();
  watchCalls((_name, call, args) => call(...args));
  return [...kept].map(([name, calls]) => ({ name, calls, perAuction: counts.get(name)! / auctions.length }));
}
