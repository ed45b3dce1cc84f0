/** Several processes append to one file of events: no line is torn, none is lost at a rotation. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { ofTest } from '../support/end-with-us.ts';
import { RotatingFile } from '../../src/analytics/rotating-file.ts';
import { testFolder } from '../support/folder.ts';
import { replaceBuiltin } from '../support/replace-builtin.ts';
import { bareEnv } from '../support/run-script.ts';

const writes = 12;
const linesPerWrite = 1000;

/** Appends batches of about 900 KB, as the module does at its busiest. */
const script = `
  import { RotatingFile } from ${JSON.stringify(new URL('../../src/analytics/rotating-file.ts', import.meta.url).href)};
  const [path, maxBytes, mark] = process.argv.slice(1);
  const file = new RotatingFile({ path, maxBytes: Number(maxBytes), keep: 100 });
  for (let at = 0; at < ${writes}; at++) {
    const line = (n) => JSON.stringify({ mark, at, n, padding: mark.repeat(850) });
    await file.append(Buffer.from(Array.from({ length: ${linesPerWrite} }, (_, n) => line(n) + '\\n').join('')));
  }
  await file.close();
`;

async function write(path: string, maxBytes: number, mark: string): Promise<number> {
  const args = ['--input-type=module', '-e', script, path, String(maxBytes), mark];
  const child = ofTest(t, spawn(process.execPath, args, { env: bareEnv, stdio: 'inherit' }));
  const [status] = await once(child, 'exit');
  return status as number;
}

for (const maxBytes of [1_000_000_000, 4_000_000]) {
  t.test(`three processes lose no line of a file rotated at ${maxBytes} bytes`, async (t) => {
    const dir = testFolder(t);
    const path = join(dir, 'events.jsonl');
    t.strictSame(await Promise.all(['a', 'b', 'c'].map((mark) => write(path, maxBytes, mark))), [0, 0, 0]);
    const files = readdirSync(dir).filter((name) => !name.endsWith('.lock'));
    const seen = new Set<string>();
    for (const name of files) {
      for (const line of readFileSync(join(dir, name), 'utf8').trimEnd().split('\n')) {
        const { mark, at, n } = JSON.parse(line) as { mark: string; at: number; n: number };
        seen.add(`${mark} ${at} ${n}`);
      }
    }
    t.equal(seen.size, 3 * writes * linesPerWrite, `all lines, in ${files.length} files`);
  });
}

t.test('a process that hangs while it rotates replaces no file of the one that takes over', async (t) => {
  const dir = testFolder(t);
  const path = join(dir, 'events.jsonl');
  writeFileSync(`${path}.1`, 'first\n');
  writeFileSync(path, 'second\n');
  const [hung, other] = [1, 2].map(() => new RotatingFile({ path, maxBytes: 10, keep: 5 }));
  const own = files.rename;
  let isHanging = false;
  replaceBuiltin(t, [files, 'rename'], async (from, to) => {
    await own(from, to);
    if (isHanging) return;
    isHanging = true;
    const minuteAgo = new Date(Date.now() - 60_000);
    utimesSync(`${path}.lock`, minuteAgo, minuteAgo);
    await other!.append(Buffer.from('of the other\n'));
  });
  await hung!.append(Buffer.from('of the hung\n'));
  const lines = readdirSync(dir).flatMap((name) => readFileSync(join(dir, name), 'utf8').trimEnd().split('\n'));
  t.strictSame(lines.sort(), ['first', 'of the hung', 'of the other', 'second']);
  await Promise.all([hung!.close(), other!.close()]);
});

/** Runs out of files after the file has been moved, has one left for the next append, and two for the last one. */
const withoutFiles = `
  import { closeSync, openSync, writeFileSync } from 'node:fs';
  import { RotatingFile } from ${JSON.stringify(new URL('../../src/analytics/rotating-file.ts', import.meta.url).href)};
  const [path] = process.argv.slice(1);
  const file = new RotatingFile({ path, maxBytes: 1e9, keep: 1 });
  const taken = [];
  const take = () => { try { for (;;) taken.push(openSync('/dev/null')); } catch {} };
  take();
  const codes = [await file.append(Buffer.from('lost\\n')).then(() => '', ({ code }) => code)];
  closeSync(taken.pop());
  writeFileSync(path, 'of another process\\n');
  codes.push(await file.append(Buffer.from('kept\\n')).then(() => '', ({ code }) => code));
  console.log(codes.join());
`;

t.test('an append that could not open the file leaves no empty line before the next one', async (t) => {
  const path = join(testFolder(t), 'events.jsonl');
  const node = `ulimit -n 64; exec "${process.execPath}" --input-type=module -e "$SCRIPT" ${path}`;
  const env = { ...bareEnv, SCRIPT: withoutFiles };
  const { stdout, stderr } = spawnSync('sh', ['-c', node], { env, encoding: 'utf8', timeout: 60_000 });
  t.equal(stdout, 'EMFILE,\n', stderr);
  t.equal(readFileSync(path, 'utf8'), 'of another process\nkept\n');
});

t.test('a rotation moves only the files that there are, however many may be kept', async (t) => {
  const dir = testFolder(t);
  const path = join(dir, 'events.jsonl');
  for (const name of ['', '.1', '.2', '.7', '.1000', '.1.gz']) writeFileSync(`${path}${name}`, `${name}\n`);
  const { rename } = files;
  let moves = 0;
  replaceBuiltin(t, [files, 'rename'], (from, to) => (moves++, rename(from, to)));
  const file = new RotatingFile({ path, maxBytes: 5, keep: 1000 });
  await file.append(Buffer.from('later\n'));
  await file.close();
  t.equal(moves, 4);
  const texts = readdirSync(dir).map((name) => [name.slice(12), readFileSync(join(dir, name), 'utf8').trim()]);
  t.strictSame(Object.fromEntries(texts), {
    '': 'later',
    '.1': '',
    '.2': '.1',
    '.3': '.2',
    '.8': '.7',
    '.1000': '.1000',
    '.1.gz': '.1.gz',
  });
});
