/**
 * What closed and open loops share: requests, their target, the tally and the timeout.
 */
import type { Connection, Target } from './client.ts';
import type { Tally } from './tally.ts';

/** What to send and where to count it; requests are sent in turn, over and over. */
export interface Work {
  readonly target: Target;
  readonly requests: readonly Buffer[];
  readonly tally: Tally;
  /** A request without an answer for this long is given up. */
  readonly timeoutMs: number;
}

const sweepMs = 250;

/** Gives up overdue requests on every connection. The returned function stops this and closes all connections. */
export function sweep(connections: readonly Connection[], timeoutMs: number): () => void {
  const timer = setInterval(() => {
    const limitMs = performance.now() - timeoutMs;
    for (const connection of connections) connection.expire(limitMs);
  }, sweepMs);
  return () => {
    clearInterval(timer);
    for (const connection of connections) connection.close();
  };
}
