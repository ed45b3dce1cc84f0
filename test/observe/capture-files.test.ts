/** The files that capture writes: their sizes, their order, and a disk that fails (issue 6, item 3). */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { CaptureFiles, captureFiles } from '../../src/observe/capture-files.ts';
import { testFolder } from '../support/folder.ts';
import type { TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { auction, oneIsWritten, read, request, start } from './capturing.ts';

/** Captures enough to fill several files of the smallest size. */
async function fillFiles(service: TestService): Promise<void> {
  for (let count = 0; count < 60; count += 1)
    await auction(service, JSON.stringify({ ...request, filler: `${count} ${'x'.repeat(2000)}` }));
  await service.stop();
}

t.test('files end at maxBytes, and the oldest are removed', async (t) => {
  const parts = await start(t, { maxBytes: 65_536, keep: 2 });
  await fillFiles(parts.service);
  const files = captureFiles(parts.path);
  t.equal(files.length, 2);
  for (const file of files) t.ok(readFileSync(file).byteLength <= 65_536, file);
  const kept = read(parts.path).map(({ body }) => Number.parseInt((body as { filler: string }).filler, 10));
  t.ok(kept.length < 60, `${kept.length} are kept`);
  t.strictSame(
    kept,
    Array.from({ length: kept.length }, (_, at) => 60 - kept.length + at),
    'the oldest are gone',
  );
});

t.test('processes that share the folder do not remove the files that each other writes', async (t) => {
  const parts = await start(t, { maxBytes: 65_536, keep: 1 }, { processes: 3 });
  await fillFiles(parts.service);
  t.equal(captureFiles(parts.path).length, 4, 'one for each of three processes, and one for a restart');
});

t.test('files from a clock that was ahead are removed first, and newer captures stay', async (t) => {
  const parts = await start(t, { maxBytes: 65_536, keep: 2 });
  const ahead = ['01', '02', '03'].map((day) => parts.path.replace('.ndjson', `-299901${day}T000000Z-1-0001.ndjson`));
  for (const file of ahead) writeFileSync(file, '');
  await auction(parts.service);
  t.ok(await oneIsWritten(parts));
  await parts.service.stop();
  t.equal(read(parts.path).length, 1);
  t.match(captureFiles(parts.path), wholeLists([ahead[2], String]));
});

t.test(
  'a process does not remove the file that it begins, though others of the same second sort behind it',
  async (t) => {
    const path = join(testFolder(t), 'c.ndjson');
    const soon = new Date(Date.now() + 30_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    for (const pid of [7, 8, 9]) writeFileSync(path.replace('.ndjson', `-${soon}-${pid}-0001.ndjson`), '');
    const files = new CaptureFiles({ path, maxBytes: 65_536, keep: 2 }, 1);
    files.append('{}\n');
    files.close();
    t.match(captureFiles(path), wholeLists([/-1-0001\.ndjson$/, /-9-0001\.ndjson$/]));
  },
);

t.test('a folder that cannot be written fails the start with a clear message', async (t) => {
  const file = join(testFolder(t), 'file');
  writeFileSync(file, 'no folder');
  for (const path of [join(file, 'x.ndjson'), '/proc/gavel/x.ndjson', '/proc/x.ndjson']) {
    await t.rejects(start(t, { path }), {
      message: /^capture\.path .* cannot be written \((?:EEXIST|ENOENT)\): name a file in a folder/,
    });
  }
});

t.test('a folder that is removed is made again', async (t) => {
  const parts = await start(t, {});
  await auction(parts.service);
  t.ok(await oneIsWritten(parts));
  rmSync(dirname(parts.path), { recursive: true });
  await auction(parts.service);
  t.ok(await until(async () => /written_total 2\n/.test(await parts.service.metrics())));
  await parts.service.stop();
  t.equal(read(parts.path).length, 1);
});

t.test('a disk that fails loses captures, which are counted, and no answer', async (t) => {
  const parts = await start(t, {});
  await auction(parts.service);
  t.ok(await oneIsWritten(parts));
  const folder = dirname(parts.path);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file where the folder was');
  t.match(await auction(parts.service), /"id":"r1"/, 'the auction is answered');
  t.ok(await until(async () => /dropped_total 1\n/.test(await parts.service.metrics())));
  t.match(await parts.service.metrics(), /gavel_capture_written_total 1\n/);
  await parts.service.stop();
});
