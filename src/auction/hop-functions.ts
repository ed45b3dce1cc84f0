/** The two hops as every thread has them, and how they end (house, 'The journey of one request'). */
import type { PrepareMessage, PrepareResult } from './messages.ts';
import type { SettleMessage, SettleResult } from './settle-messages.ts';

/** The two hops as functions of one thread. */
export interface HopFunctions {
  prepare(message: PrepareMessage): PrepareResult;
  settle(message: SettleMessage): SettleResult;
}

/** What became of one hop of several that crossed together: what it gave, or what it threw. */
export type HopEnd<Result> = { readonly value: Result } | { readonly error: Error };
