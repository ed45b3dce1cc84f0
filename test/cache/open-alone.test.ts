/** One process at a time opens the embedded store, also where several find the turn of one that was killed (decisions, 'Caching'). */
import { spawn } from 'node:child_process';
import fs, { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openAlone } from '../../src/cache/open-alone.ts';
import { ofTest } from '../support/end-with-us.ts';
import { testFolder } from '../support/folder.ts';
import { replaceBuiltin } from '../support/replace-builtin.ts';

t.test('a process that is late to remove a turn left behind leaves the turn of the next alone', async (t) => {
  const path = testFolder(t);
  const [turn, inUse] = [join(path, 'opening'), join(path, 'in-use')];
  mkdirSync(turn);
  utimesSync(turn, 0, 0);
  let isTaken = false;
  const own = fs.statSync;
  const stat = (file: string, options: fs.StatSyncOptions) => {
    const found = own(file, options);
    if (file !== turn || isTaken) return found;
    // Now that this process has looked, another takes its turn, and opens the store for a while.
    isTaken = true;
    rmSync(turn, { recursive: true });
    mkdirSync(turn);
    writeFileSync(inUse, '');
    ofTest(t, spawn('sh', ['-c', 'sleep 0.3; rm "$0"; rmdir "$1"', inUse, turn]));
    return found;
  };
  replaceBuiltin(t, [fs, 'statSync'], stat as typeof own);
  t.notOk(
    openAlone(path, () => existsSync(inUse)),
    'it waits for the other',
  );
  t.ok(isTaken);
  t.strictSame(readdirSync(path), [], 'nothing is left behind');
});

t.test(
  'processes that were killed while they removed a turn, and while they opened, are waited for no longer',
  async (t) => {
    const path = testFolder(t);
    for (const name of ['opening', 'opening-left']) {
      mkdirSync(join(path, name));
      utimesSync(join(path, name), 0, 0);
    }
    replaceBuiltin(t, [Atomics, 'wait'], () => {
      throw new Error('this waits for a process that was killed');
    });
    t.equal(
      openAlone(path, () => 'opened'),
      'opened',
    );
    t.strictSame(readdirSync(path), []);
  },
);
