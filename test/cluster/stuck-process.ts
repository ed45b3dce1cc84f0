/** Run by cluster/dismissed.test as a worker: with the older configuration only the first two listen, later ones start for ever. */
import cluster from 'node:cluster';
import { runWorker } from '../../src/cluster/worker.ts';

const listening = { host: '127.0.0.1', port: 1, processes: 2, delayMs: 0, leaveMs: 5000 };
const never = new Promise<never>(() => undefined);

runWorker(({ file }) =>
  file.name === 'older' && cluster.worker!.id > 2
    ? never
    : Promise.resolve({ service: { drain: () => Promise.resolve() }, listening }),
);
