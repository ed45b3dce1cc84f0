/** Run by cluster/end.test as a worker: the first three listen, and take half a second to leave; later ones die at their start. */
import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { runWorker } from '../../src/cluster/worker.ts';

const listening = { host: '127.0.0.1', port: 1, processes: 2, delayMs: 0, leaveMs: 5000 };

runWorker(async () => {
  if (cluster.worker!.id > 3) process.exit(1);
  return { service: { drain: () => sleep(500) }, listening };
});
