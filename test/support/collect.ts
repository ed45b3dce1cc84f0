/** Runs the garbage collector on demand. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all garbage of this thread. */
export const collect = runInNewContext('gc') as () => void;
