/**
 * Loaded into a measured server before its own code (`node --import`): keeps a histogram of how late its event loop is and hands it
 * out over the channel to the benchmark, floor and service alike. When the benchmark is gone, so is the server.
 */
import cluster from 'node:cluster';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** The word that asks for the delays since it was last said. */
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
    // a timer that is on time counts as its own length
    const delays: LoopDelays = { p99Ms: Math.max(0, histogram.percentile(99) / 1e6 - resolutionMs) };
    histogram.reset();
    process.send?.(delays);
  });
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}

// A worker of the service has a channel as well, but to its primary.
if (isMainThread && cluster.isPrimary && process.send !== undefined) startWatching();
