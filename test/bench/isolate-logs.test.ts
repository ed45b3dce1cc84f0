/** Flame graphs show the service's main thread only, and an interrupted profile leaves no files. */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { keepFirstLog, watchLogs, watchPages } from '../../bench/isolate-logs.ts';
import { testFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

t.test("only the main thread's log of a process is kept; logs of other processes stay", async (t) => {
  const dir = testFolder(t);
  const [first, later] = [join(dir, 'isolate-0xb-7-7-v8.log'), join(dir, 'isolate-0xa-7-7-v8.log')];
  for (const path of [first, join(dir, 'isolate-0xc-17-17-v8.log')]) writeFileSync(path, '');
  const isLater = await until(() => {
    rmSync(later, { force: true });
    writeFileSync(later, '');
    return statSync(later).birthtimeMs > statSync(first).birthtimeMs;
  });
  t.ok(isLater);
  keepFirstLog(dir, 7);
  t.strictSame(readdirSync(dir).toSorted(), ['isolate-0xb-7-7-v8.log', 'isolate-0xc-17-17-v8.log']);
});

t.test('the logs of an interrupted profile are removed, other files stay', async (t) => {
  const dir = t.testdir({ 'isolate-0x1-5-5-v8.log': '', 'package.json': '' });
  const removeLogs = watchLogs(dir);
  for (const name of ['isolate-0xea6b000-7-7-v8.log', 'node_trace.1.log', 'other.log'])
    writeFileSync(join(dir, name), '');
  removeLogs();
  t.strictSame(readdirSync(dir).toSorted(), ['isolate-0x1-5-5-v8.log', 'other.log', 'package.json']);
});

t.test('the unfinished pages of an interrupted profile are removed, other pages stay', async (t) => {
  const dir = t.testdir({ '5.clinic-flame': {}, '5.clinic-flame.html': '' });
  const [removePages, nothing] = [watchPages(dir), watchPages(join(dir, 'none'))];
  for (const name of ['7.clinic-flame', 'mine']) mkdirSync(join(dir, name));
  writeFileSync(join(dir, '7.clinic-flame/data'), '');
  removePages();
  nothing();
  t.strictSame(readdirSync(dir).toSorted(), ['5.clinic-flame', '5.clinic-flame.html', 'mine']);
});
