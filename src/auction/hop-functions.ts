/** The two hops as functions, and how one ends (house, 'The journey of one request'). */
import type { PrepareMessage, PrepareResult } from './messages.ts';
import type { SettleMessage, SettleResult } from './settle-messages.ts';

/** The two hops as functions on one thread. */
export interface HopFunctions {
  prepare(message: PrepareMessage): PrepareResult;
  settle(message: SettleMessage): SettleResult;
}

/** The end of one hop of a batch: its result, or the error that it threw. */
export type HopEnd<Result> = { readonly value: Result } | { readonly error: Error };
