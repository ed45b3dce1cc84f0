/** The sizes that `auto` chooses for processes and workers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { chooseSizes, sizeDoubts } from '../../src/config/sizes.ts';
import { thisMachine } from '../../src/machine.ts';
import { testFolder } from '../support/folder.ts';

/** A machine with this many cores and ample memory. */
const of = (cores: number) => ({ cores, memoryBytes: 1e12 });

t.test('stated sizes are kept', async (t) => {
  t.strictSame(chooseSizes(of(8), { processes: 3, workers: 5 }), { processes: 3, workers: 5 });
  t.strictSame(chooseSizes(of(1), { processes: 4, workers: 0 }), { processes: 4, workers: 0 });
});

t.test('with processes: auto, processes and their threads use the cores and no more', async (t) => {
  for (const cores of [1, 2, 4, 8, 16, 64]) {
    const { processes, workers } = chooseSizes(of(cores), { processes: 'auto', workers: 'auto' });
    t.ok(
      processes >= 1 && processes * (workers + 1) <= Math.max(cores, 1),
      `${cores} cores: ${processes} × ${workers}`,
    );
  }
  t.strictSame(chooseSizes(of(8), { processes: 'auto', workers: 3 }), { processes: 2, workers: 3 });
  t.strictSame(chooseSizes(of(2), { processes: 'auto', workers: 3 }), { processes: 1, workers: 3 });
});

t.test('with workers: auto, processes share the cores that they do not use themselves', async (t) => {
  t.strictSame(chooseSizes(of(8), { processes: 1, workers: 'auto' }), { processes: 1, workers: 7 });
  t.strictSame(chooseSizes(of(8), { processes: 2, workers: 'auto' }), { processes: 2, workers: 3 });
  t.strictSame(chooseSizes(of(8), { processes: 8, workers: 'auto' }), { processes: 8, workers: 0 });
  t.strictSame(chooseSizes(of(2), { processes: 8, workers: 'auto' }), { processes: 8, workers: 0 });
  t.strictSame(chooseSizes(of(1), { processes: 1, workers: 'auto' }), { processes: 1, workers: 1 });
});

t.test('auto is limited by memory', async (t) => {
  const auto = { processes: 'auto', workers: 'auto' } as const;
  t.strictSame(chooseSizes({ cores: 64, memoryBytes: 2e9 }, auto), { processes: 6, workers: 0 });
  t.strictSame(chooseSizes({ cores: 64, memoryBytes: 1e8 }, auto), { processes: 1, workers: 0 });
  t.strictSame(chooseSizes({ cores: 64, memoryBytes: 2e9 }, { ...auto, workers: 2 }), { processes: 2, workers: 2 });
  t.strictSame(chooseSizes({ cores: 64, memoryBytes: 2e9 }, { ...auto, processes: 2 }), { processes: 2, workers: 2 });
  const small = { cores: 2, memoryBytes: 512 * 1024 * 1024 };
  const alone = chooseSizes(small, { processes: 1, workers: 'auto' });
  t.strictSame(alone, { processes: 1, workers: 0 }, 'no thread for which there is no memory');
  t.strictSame(sizeDoubts(alone, small), []);
});

t.test('sizes that need more than the memory are a doubt with both figures', async (t) => {
  t.strictSame(sizeDoubts({ processes: 2, workers: 1 }, { cores: 1, memoryBytes: 1.2e9 }), []);
  const doubts = sizeDoubts({ processes: 1, workers: 1 }, { cores: 1, memoryBytes: 314_572_800 });
  t.equal(doubts.length, 1);
  t.match(
    doubts[0],
    /^processes: 1 and workers: 1 take about 600 MB .*, but only 314 MB are available, .*: give .* more memory, or lower processes or workers$/,
  );
});

t.test('thisMachine finds at least one core, and no more memory than the system has', async (t) => {
  const { cores, memoryBytes } = thisMachine();
  t.ok(cores >= 1 && memoryBytes > 0 && memoryBytes <= totalmem());
});

t.test('a quota below one core counts as one core, though Node 22 takes it for none', async (t) => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'service'));
  const group = join(dir, 'cgroup');
  const coresWith = (groups: string, quota: string): number => {
    writeFileSync(group, groups);
    writeFileSync(join(dir, 'service/cpu.max'), quota);
    return thisMachine({ group, limits: dir }).cores;
  };
  const all = availableParallelism();
  t.equal(coresWith('0::/service\n', '50000 100000\n'), 1);
  t.equal(coresWith('2:cpu:/x\n0::/service\n', '99999 100000\n'), 1);
  for (const quota of ['max 100000\n', '100000 100000\n', '250000 100000\n', ''])
    t.equal(coresWith('0::/service\n', quota), all, quota);
  for (const groups of ['0::/other\n', '2:cpu:/service\n', '']) t.equal(coresWith(groups, '1 100000\n'), all, groups);
});
