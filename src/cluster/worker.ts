/**
 * A worker's side of the cluster (issue 7, item 1): starts as the primary says, and leaves when asked or when the primary is gone. A worker
 * of node:cluster is a process; those of the setting `workers` are threads.
 */
import cluster from 'node:cluster';
import { sendToPrimary } from './channel.ts';
import type { Listening, PrimaryMessage, StartOrder, WorkerMessage } from './protocol.ts';
import type { Service } from '../serve.ts';

/** The service of this process, and its report to the primary. */
export interface Started {
  readonly service: Pick<Service, 'drain'>;
  readonly listening: Listening;
}

/** Runs this worker process. `start` is called once; it returns the faults of a configuration that cannot be served. */
export function runWorker(
  start: (order: StartOrder) => Promise<Started | { readonly faults: readonly string[] }>,
): void {
  let started: Started | undefined;
  let isLeaving = false;
  const begin = async (order: StartOrder): Promise<void> => {
    const result = await start(order);
    if ('faults' in result) {
      send({ gavel: 'refused', faults: result.faults });
      return leave();
    }
    started = result;
    send({ gavel: 'listening', serving: result.listening });
  };
  const drain = async (isLast: boolean): Promise<void> => {
    if (isLeaving || started === undefined) return;
    isLeaving = true;
    await started.service.drain({ delayMs: started.listening.delayMs, isLast });
    leave();
  };
  process.on('message', (order: PrimaryMessage) => {
    if (order.gavel === 'start') void begin(order.order);
    else if (order.gavel === 'leave') void drain(order.isLast);
    else if (order.gavel === 'ask pulse') send({ gavel: 'pulse' });
  });
  // A terminal sends these signals to the whole process group, and the primary acts on them. SIGTERM is handled: a host that sends it to
  // one process means that process.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const end = (): void => void (started === undefined ? process.exit(1) : drain(true));
  process.on('SIGTERM', end);
  onPrimaryGone(end);
  send({ gavel: 'ready' });
}

function send(message: WorkerMessage): void {
  sendToPrimary(message);
}

/** When the primary is gone, finishes what is in flight and ends. Node itself would end the process at once. */
function onPrimaryGone(end: () => void): void {
  const { worker } = cluster;
  worker?.on('disconnect', () => {
    if (worker.exitedAfterDisconnect) return;
    worker.exitedAfterDisconnect = true;
    end();
  });
}

/** How long the primary may take to receive the last messages, in milliseconds. */
const farewellMs = 500;

/** Ends this process once the primary has received all messages. */
function leave(): void {
  const { worker } = cluster;
  if (worker === undefined || !worker.isConnected()) process.exit(0);
  worker.once('disconnect', () => process.exit(0));
  setTimeout(() => process.exit(0), farewellMs);
  worker.disconnect();
}
