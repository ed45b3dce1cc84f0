/** As dying-hops.ts, but threads in the place of one that has died cannot start for a while: `setup.starts` counts them. */
import { workerData } from 'node:worker_threads';

export { prepare, settle } from './dying-hops.ts';

const { starts } = workerData as { readonly starts: SharedArrayBuffer };
const before = Atomics.add(new Int32Array(starts), 0, 1);
if (before > 0 && before < 6) throw new Error('no thread can start now');
