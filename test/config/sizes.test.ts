/** What `auto` means for processes and workers. */
import t from 'tap';
import { chooseSizes } from '../../src/config/sizes.ts';

t.test('what is stated stays', async (t) => {
  t.same(chooseSizes(8, { processes: 3, workers: 5 }), { processes: 3, workers: 5 });
  t.same(chooseSizes(1, { processes: 4, workers: 0 }), { processes: 4, workers: 0 });
});

t.test('processes: auto takes every core, fewer when each has threads', async (t) => {
  for (const cores of [1, 2, 4, 8, 16, 64]) {
    const { processes, workers } = chooseSizes(cores, { processes: 'auto', workers: 'auto' });
    t.ok(
      processes >= 1 && processes * (workers + 1) <= Math.max(cores, 1),
      `${cores} cores: ${processes} × ${workers}`,
    );
  }
  t.same(chooseSizes(8, { processes: 'auto', workers: 3 }), { processes: 2, workers: 3 });
  t.same(chooseSizes(2, { processes: 'auto', workers: 3 }), { processes: 1, workers: 3 });
});

t.test('workers: auto shares out the cores that processes leave', async (t) => {
  t.same(chooseSizes(8, { processes: 1, workers: 'auto' }), { processes: 1, workers: 7 });
  t.same(chooseSizes(8, { processes: 2, workers: 'auto' }), { processes: 2, workers: 3 });
  t.same(chooseSizes(8, { processes: 8, workers: 'auto' }), { processes: 8, workers: 0 });
  t.same(chooseSizes(2, { processes: 8, workers: 'auto' }), { processes: 8, workers: 0 });
  t.same(chooseSizes(1, { processes: 1, workers: 'auto' }), { processes: 1, workers: 1 });
});
