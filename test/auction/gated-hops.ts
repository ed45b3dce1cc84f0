/** As dying-hops.ts, but threads after the first two wait at their start until `setup.gate` opens: its second number counts the starts. */
import { workerData } from 'node:worker_threads';

export { prepare, settle } from './dying-hops.ts';

const gate = new Int32Array((workerData as { readonly gate: SharedArrayBuffer }).gate);
if (Atomics.add(gate, 1, 1) >= 2) Atomics.wait(gate, 0, 0);
