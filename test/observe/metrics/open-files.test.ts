/** The share of its files that a process has open, in real processes with a low limit (issue 7, item 5). */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { Gathering } from '../../../src/observe/metrics/gathering.ts';
import { Metrics } from '../../../src/observe/metrics/metrics.ts';
import { closedWith } from '../../support/closed-with.ts';
import { Exposition } from '../../support/exposition.ts';
import { isInstalled, skipWithout } from '../../support/skip.ts';

const source = join(import.meta.dirname, '../../../src/observe/metrics/open-files.ts');

/**
 * The share shown by a process that may open 100 files and has opened `files` more, or as many as it could; before it shows that, it runs
 * the JavaScript `first`.
 */
function shareWith(files: number, first = ''): number {
  const code = `
    const { closeSync, openSync, readdirSync } = await import('node:fs');
    // Inherited from whoever runs the tests, above the limit.
    for (const file of readdirSync('/proc/self/fd')) if (file >= 100) closeSync(Number(file));
    const { openFilesFamily } = await import(${JSON.stringify(source)});
    const family = openFilesFamily();
    const opened = [];
    try {
      while (opened.length < ${files}) opened.push(openSync('/dev/null'));
    } catch {}
    ${first}
    // Before standard output is opened: it takes a file.
    const [{ value }] = family.samples();
    process.stdout.write(String(value));`;
  const command = `unset NODE_OPTIONS; ulimit -n 100; exec "${process.execPath}" --input-type=module -e "$CODE"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', command], {
    env: { ...process.env, CODE: code },
    encoding: 'utf8',
  });
  if (stdout === '') t.fail(stderr);
  return Number(stdout);
}

t.test('a process shows the share of its files that are open, and 1 when it cannot open one to look', async (t) => {
  const few = shareWith(0);
  const half = shareWith(50);
  t.ok(few > 0.05 && few < 0.4, `${few}`);
  t.ok(Math.abs(half - few - 0.5) < 0.03, `${half}, ${few} without`);
  t.equal(shareWith(1000), 1);
  const closing = 'for (const file of opened.slice(0, 10)) closeSync(file);';
  t.equal(shareWith(1000, closing), 0.9, 'the listing itself takes a file, which is not counted');
});

const noPrlimit = skipWithout('prlimit', isInstalled('prlimit', '--version'), 'util-linux');

t.test('a limit that is changed while the process runs counts', { skip: noPrlimit }, async (t) => {
  const change = `(await import('node:child_process')).execFileSync('prlimit', ['--nofile=50', '--pid', process.pid]);`;
  const [before, after] = [shareWith(10), shareWith(10, change)];
  t.ok(Math.abs(after / before - 2) < 0.3, `${after}, ${before} before`);
});

t.test('several processes show the greatest share', async (t) => {
  const metrics = closedWith(t, new Metrics([]));
  const own = await metrics.data();
  const full = own.data.map((family) =>
    String(family.name) === 'gavel_open_files_share' ? { ...family, values: [{ value: 0.9, labels: {} }] } : family,
  );
  const both = [own, { pid: own.pid + 1, data: full as typeof own.data }];
  const shown = new Exposition(await new Gathering().text(Promise.resolve(both), () => new Set()));
  t.strictSame(
    shown.find('gavel_open_files_share').map(({ value }) => value),
    [0.9],
  );
});
