/** The folder that a start of the embedded store uses, and what it removes or reports (decisions, 'Caching'; traps, 'LMDB'). */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import t from 'tap';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';
import { ofTest } from '../support/end-with-us.ts';
import { testFolder } from '../support/folder.ts';
import { mebibyte, put, fileBytes, count, writer, small } from './embedded-support.ts';
import { unshareSkip } from '../support/skip.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test('a restart finds the kept values, also under another cap, and removes stores of other boots', async (t) => {
  const path = testFolder(t);
  const options = { path, maxBytes: 4 * mebibyte };
  const first = new EmbeddedCache(options);
  const ids = await first.put([put(100)], Infinity);
  await first.close();
  mkdirSync(join(path, 'bids-boot-00000000-0000-0000-0000-000000000000-4194304'));
  mkdirSync(join(path, 'bids-any-4194304'));
  mkdirSync(join(path, 'something else'));
  for (const maxBytes of [options.maxBytes, 16 * mebibyte, mebibyte]) {
    const again = new EmbeddedCache({ ...options, maxBytes });
    t.equal(await count(again, ids), 1, `with ${maxBytes} bytes`);
    t.equal(readdirSync(path).length, 2, 'the store of another boot is removed, a foreign folder is not');
    await again.close();
  }
});

t.test('a store larger than its new cap is replaced by an empty one, as its file would not shrink', async (t) => {
  const path = testFolder(t);
  const large = new EmbeddedCache({ path, maxBytes: 16 * mebibyte });
  const puts = Array.from({ length: 1000 }, () => put(1500));
  const ids = await large.put(puts, Infinity);
  t.equal(await count(large, ids), 1000);
  await large.close();
  t.ok(fileBytes(path) > mebibyte);
  const small = new EmbeddedCache({ path, maxBytes: mebibyte });
  t.equal(await count(small, ids), 0);
  t.ok(fileBytes(path) < mebibyte);
  t.match(readdirSync(path), wholeLists([/-1048576$/]), 'processes with this cap find the same folder');
  t.equal(await count(small, await small.put([put(100)], Infinity)), 1);
  await small.close();
});

t.test('a store exactly as large as its new cap is kept', async (t) => {
  const path = testFolder(t);
  const first = new EmbeddedCache({ path, maxBytes: 16 * mebibyte });
  const ids = await first.put(
    Array.from({ length: 1000 }, () => put(1500)),
    Infinity,
  );
  await first.close();
  const again = new EmbeddedCache({ path, maxBytes: fileBytes(path) });
  t.equal(await count(again, ids), 1000);
  await again.close();
});

t.test('a folder that cannot be used is reported', async (t) => {
  const file = join(testFolder(t), 'file');
  writeFileSync(file, '');
  for (const path of [file, '/proc/gavel']) {
    t.throws(() => new EmbeddedCache({ path, maxBytes: mebibyte }), {
      message: /^cache\.path .*name a/,
    });
  }
});

const readOnly = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"';

t.test(
  'for a store on a read-only disk the fault asks for another folder, not to remove the store',
  { skip: unshareSkip(['-rm', 'sh', '-c', readOnly, testFolder(t)]) },
  async (t) => {
    const path = testFolder(t);
    await new EmbeddedCache({ path, maxBytes: mebibyte }).close();
    const command = `${readOnly} && exec "$1" "$2" "$0"`;
    const opener = join(import.meta.dirname, 'embedded-opener.ts');
    const child = ofTest(t, spawn('unshare', ['-rm', 'sh', '-c', command, path, process.execPath, opener]));
    const [said] = (await once(createInterface(child.stdout), 'line')) as [string];
    t.match(said, /^cache\.path .* cannot be used \(EROFS\): name a folder that this process may write/);
  },
);

t.test('a disk without room for a new store is reported, as LMDB would end the process', async (t) => {
  const command = `${small(32)} exec "${process.execPath}" "${writer}" "${testFolder(t)}" 20 2500`;
  const { status, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
  t.equal(status, 1);
  t.match(stderr, /Error: cache\.path .* cannot be used \(EFBIG\): name a folder .* on a disk with free space/);
});
