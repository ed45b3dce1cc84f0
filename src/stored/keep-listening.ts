/** Listens for changes at a source again and again: what the listeners of PostgreSQL and Redis have in common (issue 7, item 3). */
import { setTimeout as sleep } from 'node:timers/promises';
import { keyOf, type StoredChange } from './store.ts';

/** Pauses after a connection that ended and after a server that refused, in milliseconds. */
const retryMs = 500;
const refusedMs = 10_000;

/** Who hears one connection: of the moment from which nothing is missed, and of each change, `<kind>/<id>` or '' for any. */
export interface Hearer {
  readonly onBegin: () => void;
  readonly onName: (name: string) => void;
}

/**
 * Listens on one connection until it ends, or `signal` does. Resolves with why a server that can be reached refuses to tell,
 * undefined for a connection that ended. Rejects when there is none: the look-ups tell why.
 */
export type Listen = (hearer: Hearer, signal: AbortSignal) => Promise<unknown>;

/** Listens by `listen` and tells as `Store.watch` does; the function returned ends it. */
export function keepListening(
  listen: Listen,
  onChange: (change: StoredChange) => void,
  onDeaf?: (error: unknown) => void,
): () => void {
  const stop = new AbortController();
  let isDeaf = false;
  const hearer: Hearer = {
    onBegin: () => {
      isDeaf = false;
      // What changed before is not known.
      onChange('all');
    },
    onName: (name) => {
      const key = keyOf(name);
      onChange(key === undefined ? 'all' : [key]);
    },
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const refusal = await listen(hearer, stop.signal).catch(() => undefined);
      if (refusal !== undefined && !isDeaf) onDeaf?.(refusal);
      isDeaf ||= refusal !== undefined;
      await sleep(refusal === undefined ? retryMs : refusedMs, undefined, { ref: false });
    }
  };
  void run();
  return () => stop.abort();
}
