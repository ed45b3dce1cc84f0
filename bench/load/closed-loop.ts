/**
 * The load generator's closed loop: a fixed number of lanes, each of which waits for its answer before it sends again.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from './client.ts';
import { sweep, type Work } from './work.ts';

/** How long a closed loop runs: whichever comes first. */
export interface ClosedLoop {
  readonly concurrency: number;
  readonly requests: number;
  readonly durationMs: number;
  /** The lanes start one by one over this time. If all started at once, lanes with equal latency would stay in lockstep. */
  readonly rampMs: number;
}

/** Keeps `concurrency` requests in flight; resolves when all that were sent have ended. */
export async function runClosedLoop(work: Work, loop: ClosedLoop): Promise<void> {
  const connections = Array.from({ length: loop.concurrency }, () => new Connection(work.target));
  const endMs = performance.now() + loop.durationMs;
  let sent = 0;
  const runLane = async (connection: Connection, lane: number): Promise<void> => {
    await wait((loop.rampMs * lane) / loop.concurrency);
    await new Promise<void>((resolve) => {
      const next = (): void => {
        const startMs = performance.now();
        if (sent >= loop.requests || startMs >= endMs) return resolve();
        const request = work.requests[sent % work.requests.length]!;
        sent += 1;
        connection.send(request, (status, bodyBytes) => {
          work.tally.record(status, bodyBytes, performance.now() - startMs);
          next();
        });
      };
      next();
    });
  };
  const stop = sweep(connections, work.timeoutMs);
  await Promise.all(connections.map(runLane));
  stop();
}
