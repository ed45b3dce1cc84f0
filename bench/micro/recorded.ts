/**
 * Records with which arguments a hop calls its stages, so that each stage can be called again alone. Stages are pure and change
 * nothing they are given: the same arguments cost the same again.
 */
import { watchCalls } from './traced.ts';

/** One stage's calls: how often an auction makes one, and the calls themselves, ready to be made again. */
export interface StageCalls {
  readonly name: string;
  readonly perAuction: number;
  readonly calls: readonly (() => unknown)[];
}

const keptCalls = 300;

/** Runs `auctions` functions of one auction each and gives the calls of every stage in them, in the order of first use. */
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
