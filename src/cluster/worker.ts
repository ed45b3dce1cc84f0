/**
 * A worker's side of the cluster (issue 7, item 1): it starts as the primary says, and leaves when told or when the primary is gone.
 * A worker of node:cluster is a process; those of the setting `workers` are threads.
 */
import cluster from 'node:cluster';
import { sendToPrimary } from './channel.ts';
import type { Listening, Order, StartOrder, Word } from './protocol.ts';
import type { Service } from '../serve.ts';

/** A service of this process, and what the primary is told of it. */
export interface Started {
  readonly service: Pick<Service, 'drain'>;
  readonly listening: Listening;
}

/** Runs this worker process: `start` is called once, and gives the faults of a configuration that cannot be served. */
export function runWorker(
  start: (order: StartOrder) => Promise<Started | { readonly faults: readonly string[] }>,
): void {
  let started: Started | undefined;
  let isLeaving = false;
  const begin = async (order: StartOrder): Promise<void> => {
    const result = await start(order);
    if ('faults' in result) {
      say({ gavel: 'refused', faults: result.faults });
      return leave();
    }
    started = result;
    say({ gavel: 'listening', serving: result.listening });
  };
  const drain = async (isLast: boolean): Promise<void> => {
    if (isLeaving || started === undefined) return;
    isLeaving = true;
    await started.service.drain({ delayMs: started.listening.delayMs, isLast });
    leave();
  };
  process.on('message', (order: Order) => {
    if (order.gavel === 'start') void begin(order.order);
    else if (order.gavel === 'leave') void drain(order.isLast);
    else if (order.gavel === 'ask pulse') say({ gavel: 'pulse' });
  });
  // A terminal sends these to every process of the group: the primary decides. A host that ends one process means it.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const end = (): void => void (started === undefined ? process.exit(1) : drain(true));
  process.on('SIGTERM', end);
  onPrimaryGone(end);
  say({ gavel: 'ready' });
}

function say(word: Word): void {
  sendToPrimary(word);
}

/** Without a primary there is no way back: what is in flight finishes. Node itself would end the process at once. */
function onPrimaryGone(end: () => void): void {
  const { worker } = cluster;
  worker?.on('disconnect', () => {
    if (worker.exitedAfterDisconnect) return;
    worker.exitedAfterDisconnect = true;
    end();
  });
}

/** How long the primary may take to hear the last words, in milliseconds. */
const farewellMs = 500;

/** Ends this process once the primary has been told all. */
function leave(): void {
  const { worker } = cluster;
  if (worker === undefined || !worker.isConnected()) process.exit(0);
  worker.once('disconnect', () => process.exit(0));
  setTimeout(() => process.exit(0), farewellMs);
  worker.disconnect();
}
