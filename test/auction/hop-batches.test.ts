/** How long a task of the pool may be under way before it counts as one that does not end. */
import t from 'tap';
import { HopBatches } from '../../src/auction/hop-batches.ts';

const never = (): Promise<never> => new Promise(() => undefined);

t.test('a task that waits for threads which start anew has its time once more', async (t) => {
  const batches = new HopBatches<ArrayBuffer, never>({ threads: 1, bufferOf: (own) => own, run: never, again: never });
  void batches.add(new ArrayBuffer(8));
  await new Promise(setImmediate);
  const looks = Array.from({ length: 14 }, () => batches.look());
  const endless = looks.flatMap((isEndless, at) => (isEndless ? [at + 1] : []));
  t.strictSame(endless, [7, 14], 'looks that end the threads');
});
