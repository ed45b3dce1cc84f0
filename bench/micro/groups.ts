/**
 * What micro.ts and its children say to each other, and the groups there are.
 */
import type { Timing } from './clock.ts';

/** The groups of micro-benchmarks; each runs in a process of its own. */
export const groupNames = ['hops', 'real bidders', 'envelope', 'serializers', 'stages'] as const;

/** One of `groupNames`. */
export type GroupName = (typeof groupNames)[number];

/** Asks for one timing of about so many milliseconds, of the case at a place among the child's. */
export interface TimingOrder {
  readonly at: number;
  readonly ms: number;
}

/** First how many cases there are, once all are warm; then a timing for each order. */
export type ChildMessage = { readonly cases: number } | Timing;
