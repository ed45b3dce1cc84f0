/**
 * Loaded into a measured server, floor or service, before its own code (`node --import`). Keeps a histogram of the event loop's delay
 * and sends it to the benchmark over the channel. Ends the server when the benchmark is gone.
 */
import cluster from 'node:cluster';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** The message that asks for the delays since the last such message. */
export const askDelays = 'gavel bench: loop delays';

/** How late the event loop was, in milliseconds. */
export interface LoopDelays {
  readonly p99Ms: number;
}

const resolutionMs = 10;

function startWatching(): void {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  process.on('message', (message) => {
    if (message !== askDelays) return;
    // A timer that is on time is recorded with its own length.
    const delays: LoopDelays = { p99Ms: Math.max(0, histogram.percentile(99) / 1e6 - resolutionMs) };
    histogram.reset();
    process.send?.(delays);
  });
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}

// A worker of the service has a channel as well, but to its primary.
if (isMainThread && cluster.isPrimary && process.send !== undefined) startWatching();
