/** An embedded store's file that is removed while in use is reported (decisions, 'Caching'). */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { watchStore } from '../../src/cache/watch-store.ts';
import { testFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test('a store that is removed or replaced while in use is reported once, a changed one is not', async (t) => {
  const file = join(testFolder(t), 'data.mdb');
  for (const happen of [() => rmSync(file), () => renameSync(`${file}.new`, file)]) {
    writeFileSync(file, '');
    writeFileSync(`${file}.new`, '');
    const told: string[] = [];
    t.teardown(watchStore(file, ({ message }) => void told.push(message), 5));
    writeFileSync(file, 'changed');
    await sleep(50);
    t.strictSame(told, []);
    happen();
    t.ok(await until(() => told.length > 0));
    await sleep(50);
    t.match(
      told,
      wholeLists([
        /^cache\.path: the store .*data\.mdb was removed or replaced .*: it is reopened, and its contents are lost$/,
      ]),
    );
  }
});
