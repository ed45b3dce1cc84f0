/**
 * What micro.ts and its children say to each other, and the groups there are.
 */
import type { Timing } from './clock.ts';

/** The groups of micro-benchmarks; each runs in a process of its own. */
export const groupNames = ['hops', 'real bidders', 'envelope'] as const;

/** One of `groupNames`. */
export type GroupName = (typeof groupNames)[number];

/** Asks for one round, about so many milliseconds for each case. */
export interface RoundOrder {
  readonly ms: number;
}

/** One round's timings; the first reply has none and says that all is warm. */
export interface RoundReply {
  readonly timings: readonly Timing[];
}
