/** Batches of hops that cross to a thread together, and when a task of the pool counts as hanging. */
import t from 'tap';
import { HopBatches } from '../../../src/auction/hops/hop-batches.ts';

const never = (): Promise<never> => new Promise(() => undefined);
const dies = (): Promise<never> => Promise.reject(new Error('the thread died'));

t.test('a hanging task is found at every seventh look, so that restarted threads get the same time', async (t) => {
  const batches = new HopBatches<ArrayBuffer, never>({
    threads: 1,
    bufferOf: (own) => own,
    run: never,
    runAlone: never,
  });
  void batches.add(new ArrayBuffer(8));
  await new Promise(setImmediate);
  const looks = Array.from({ length: 14 }, () => batches.checkHanging());
  const endless = looks.flatMap((isEndless, at) => (isEndless ? [at + 1] : []));
  t.strictSame(endless, [7, 14], 'looks that find it');
});

t.test('hops of one turn are split among the threads, at most 16 together; a long one goes alone', async (t) => {
  const crossed: number[] = [];
  const run = async (sent: ArrayBuffer[]): Promise<{ value: number }[]> => {
    crossed.push(sent.length);
    return sent.map(({ byteLength }) => ({ value: byteLength }));
  };
  const batches = new HopBatches<ArrayBuffer, number>({ threads: 2, bufferOf: (own) => own, run, runAlone: never });
  const long = 32 * 1024;
  for (const [sizes, expected] of [
    [Array.from({ length: 9 }, (_, at) => at), [5, 4]],
    [Array.from({ length: 40 }, (_, at) => at), [16, 16, 8]],
    [
      [1, long, long + 1, 2],
      [1, 2, 1],
    ],
  ] as const) {
    crossed.length = 0;
    const ends = await Promise.all(sizes.map((size) => batches.add(new ArrayBuffer(size))));
    t.strictSame([ends, crossed], [sizes, expected]);
  }
  t.equal(batches.completed, 9 + 40 + 4);
});

t.test('a hop that kills its thread twice counts as completed, and its buffer is released', async (t) => {
  const batches = new HopBatches<ArrayBuffer, never>({ threads: 1, bufferOf: (own) => own, run: dies, runAlone: dies });
  const own = new ArrayBuffer(8);
  await t.rejects(batches.add(own), { message: 'the thread died' });
  t.strictSame([batches.completed, own.byteLength], [1, 0]);
});
