/** As dying-hops.ts, but a thread takes a moment to start: `setup.starts` counts starts begun and starts done. */
import { threadId, workerData } from 'node:worker_threads';
import { stand } from '../support/stand.ts';

export { prepare, settle } from './dying-hops.ts';

const starts = new Int32Array((workerData as { readonly starts: SharedArrayBuffer }).starts);
Atomics.add(starts, 0, 1);
stand(300);
Atomics.add(starts, 1, 1);

/** Like the one of the service's own entry. */
export const ready = (): number => threadId;
