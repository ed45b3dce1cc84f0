/**
 * Keeps listening for changes at a source, over one connection after another: what the listeners of PostgreSQL and Redis have in common
 * (issue 7, item 3).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { keyOf, type StoredChange } from './store.ts';

/** Pauses after a connection has ended and after a server has refused, in milliseconds. */
const retryMs = 500;
const refusedMs = 10_000;

/** The callbacks of one connection: `onBegin` when it starts to get every change, `onName` for each change, `<kind>/<id>` or '' for any. */
export interface ChangeHandlers {
  readonly onBegin: () => void;
  readonly onName: (name: string) => void;
}

/**
 * Listens on one connection until it ends or `signal` fires. Resolves with the error when a server that can be reached refuses, undefined
 * when the connection ended. Rejects when no connection can be made; look-ups report that.
 */
export type Listen = (handlers: ChangeHandlers, signal: AbortSignal) => Promise<unknown>;

/** Listens with `listen` and reports changes as `Store.watch` does. The returned function stops it. */
export function keepListening(
  listen: Listen,
  onChange: (change: StoredChange) => void,
  onRefusal?: (error: unknown) => void,
): () => void {
  const stop = new AbortController();
  let isRefused = false;
  const handlers: ChangeHandlers = {
    onBegin: () => {
      isRefused = false;
      // Earlier changes are unknown.
      onChange('all');
    },
    onName: (name) => {
      const key = keyOf(name);
      onChange(key === undefined ? 'all' : [key]);
    },
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const refusal = await listen(handlers, stop.signal).catch(() => undefined);
      if (refusal !== undefined && !isRefused) onRefusal?.(refusal);
      isRefused ||= refusal !== undefined;
      await sleep(refusal === undefined ? retryMs : refusedMs, undefined, { ref: false });
    }
  };
  void run();
  return () => stop.abort();
}
