/**
 * The names of the groups, and the messages between micro.ts and its children.
 */
import type { Timing } from './clock.ts';

/** The groups of micro-benchmarks; each runs in a separate process. */
export const groupNames = ['hops', 'real bidders', 'envelope', 'serializers', 'stages'] as const;

/** One of `groupNames`. */
export type GroupName = (typeof groupNames)[number];

/** Asks for one timing of about `ms` milliseconds of the child's case at an index. */
export interface TimingOrder {
  readonly at: number;
  readonly ms: number;
}

/** First the number of cases, once all are warm; then a timing for each order. */
export type ChildMessage = { readonly cases: number } | Timing;
