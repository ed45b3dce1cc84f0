/** The module that writes events to a file: whole lines, rotation, several writers, failing disks. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { FileModule } from '../../src/analytics/file-module.ts';
import { testFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

const none = (): void => undefined;
const line = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value)}\n`);

const folder = testFolder(t);

function linesOf(path: string): unknown[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text));
}

/** Resolves when the file contains `text`; during a rotation there may be no file. */
async function written(path: string, text: string): Promise<void> {
  for (;;) {
    try {
      if (readFileSync(path, 'utf8').includes(text)) return;
    } catch {
      // No file yet.
    }
    await turn();
  }
}

t.test('every event is one line, in order', async (t) => {
  const path = join(folder, 'plain', 'deep', 'events.ndjson');
  const module = new FileModule({ path, maxBytes: 65_536, keep: 1 }, none);
  const events = Array.from({ length: 500 }, (_, n) => ({ n, text: 'ä\u2028"' }));
  for (const event of events) module.take(line(event));
  await module.close();
  // Closing does not wait for long.
  await written(path, '"n":499,');
  t.equal(readFileSync(path, 'utf8'), Buffer.concat(events.map(line)).toString(), 'nothing else is written');
  module.take(line(1));
  t.equal(module.dropped, 1, 'an event after close() is dropped');
});

t.test('a file that fails to close is reported, and close() resolves', async (t) => {
  const path = join(folder, 'refused.ndjson');
  const notices: string[] = [];
  const module = new FileModule({ path, maxBytes: 65_536, keep: 1 }, (what) => void notices.push(what));
  module.take(line(1));
  await written(path, '1\n');
  await turn();
  const open = readdirSync('/proc/self/fd').filter((fd) => isOf(fd, path));
  for (const fd of open) closeSync(Number(fd));
  await module.close();
  t.strictSame(notices, ['the events file cannot be written (EBADF): check analytics.file.path']);
});

/** Whether a file descriptor of this process is the file at `path`. */
function isOf(fd: string, path: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`) === path;
  } catch {
    return false;
  }
}

t.test('a full file is rotated, and only the `keep` newest are kept', async (t) => {
  const path = join(folder, 'rotated.ndjson');
  const module = new FileModule({ path, maxBytes: 1000, keep: 2 }, none);
  for (let n = 0; n < 40; n++) {
    module.take(line({ n, pad: 'x'.repeat(90) }));
    await written(path, `"n":${n},`);
  }
  await module.close();
  t.strictSame(
    readdirSync(folder).filter((name) => name.startsWith('rotated')),
    ['rotated.ndjson', 'rotated.ndjson.1', 'rotated.ndjson.2'],
  );
  const kept = [`${path}.2`, `${path}.1`, path].flatMap((file) => linesOf(file) as { n: number }[]);
  t.strictSame(
    kept.map(({ n }) => n),
    Array.from({ length: kept.length }, (_, at) => 40 - kept.length + at),
    'the newest events, without a gap',
  );
  for (const file of [path, `${path}.1`, `${path}.2`]) t.ok(statSync(file).size <= 1000, `${file} is within its size`);
});

t.test('with keep 0 a full file is replaced', async (t) => {
  const path = join(folder, 'single.ndjson');
  const module = new FileModule({ path, maxBytes: 100, keep: 0 }, none);
  for (let n = 0; n < 5; n++) {
    module.take(line({ n, pad: 'x'.repeat(80) }));
    await written(path, `"n":${n},`);
  }
  await module.close();
  t.strictSame(linesOf(path), [{ n: 4, pad: 'x'.repeat(80) }]);
  t.notOk(existsSync(`${path}.1`));
});

t.test('two writers of one file lose and tear no line while it rotates', async (t) => {
  const path = join(folder, 'shared.ndjson');
  const writers = [0, 1].map(() => new FileModule({ path, maxBytes: 20_000, keep: 50 }, none));
  const names = (): string[] => readdirSync(folder).filter((name) => name.startsWith('shared.ndjson'));
  let count = 0;
  // A slow disk rotates rarely: while one writer rotates, the other writes on.
  for (; count < 300 || !names().includes('shared.ndjson.3'); count++) {
    for (const [writer, module] of writers.entries()) module.take(line({ writer, count, pad: 'y'.repeat(200) }));
    await (count < 300 ? turn() : sleep(5));
  }
  await Promise.all(writers.map((module) => module.close()));
  t.notOk(names().includes('shared.ndjson.lock'), 'no lock is left');
  const seen = names().flatMap((name) => linesOf(join(folder, name)) as { writer: number; count: number }[]);
  t.equal(new Set(seen.map(({ writer, count }) => `${writer}/${count}`)).size, 2 * count);
  t.equal(seen.length, 2 * count);
});

t.test('a file that is moved away is created again', async (t) => {
  const path = join(folder, 'moved.ndjson');
  const module = new FileModule({ path, maxBytes: 65_536, keep: 1 }, none);
  module.take(line({ n: 1 }));
  while (statSync(path).size === 0) await turn();
  renameSync(path, `${path}.elsewhere`);
  module.take(line({ n: 2 }));
  await module.close();
  t.strictSame(linesOf(`${path}.elsewhere`), [{ n: 1 }]);
  t.strictSame(linesOf(path), [{ n: 2 }]);
});

t.test('a file whose folder is removed is created again', async (t) => {
  const path = join(folder, 'removed', 'events.ndjson');
  const module = new FileModule({ path, maxBytes: 65_536, keep: 1 }, none);
  module.take(line({ n: 1 }));
  while (statSync(path).size === 0) await turn();
  rmSync(dirname(path), { recursive: true });
  module.take(line({ n: 2 }));
  await module.close();
  t.strictSame(linesOf(path), [{ n: 2 }]);
});

t.test(
  'events on a full disk are dropped and counted, and the reason is reported once',
  { skip: !existsSync('/dev/full') && 'no /dev/full here' },
  async (t) => {
    const reasons: string[] = [];
    const module = new FileModule({ path: '/dev/full', maxBytes: 65_536, keep: 1 }, (reason) => reasons.push(reason));
    for (let n = 0; n < 10; n++) {
      module.take(line({ n }));
      await turn();
    }
    await module.close();
    t.equal(module.dropped, 10);
    t.strictSame(reasons, [
      'the events file cannot be written (ENOSPC): free space on the disk of analytics.file.path',
    ]);
  },
);

t.test('a failure is reported once, and so is its end', async (t) => {
  const path = join(folder, 'mended', 'events.ndjson');
  const notices: string[] = [];
  const module = new FileModule(
    { path, maxBytes: 65_536, keep: 1 },
    (reason) => notices.push(reason),
    () => notices.push('over'),
  );
  module.take(line({ n: 1 }));
  await written(path, '"n":1}');
  rmSync(dirname(path), { recursive: true });
  writeFileSync(dirname(path), 'no folder');
  for (const lost of [1, 2]) {
    module.take(line({ n: 2 }));
    t.ok(await until(() => module.dropped === lost));
  }
  rmSync(dirname(path));
  module.take(line({ n: 3 }));
  await module.close();
  t.equal(readFileSync(path, 'utf8'), '{"n":3}\n', 'no empty line');
  t.strictSame(notices, ['the events file cannot be written (EEXIST): check analytics.file.path', 'over']);
});

t.test('a full file that cannot be rotated keeps growing, and the reason is reported', async (t) => {
  // A name too long for a suffix: root may write to any folder.
  const path = join(folder, 'x'.repeat(254));
  const reasons: string[] = [];
  const module = new FileModule({ path, maxBytes: 100, keep: 1 }, (reason) => reasons.push(reason));
  for (let n = 0; n < 5; n++) {
    module.take(line({ n, pad: 'x'.repeat(80) }));
    await written(path, `"n":${n},`);
  }
  await module.close();
  t.equal(module.dropped, 0);
  t.equal(linesOf(path).length, 5);
  t.strictSame(reasons, [
    'the events file is full and cannot be rotated (ENAMETOOLONG): it keeps growing, no events are lost',
  ]);
});

t.test('the bytes that wait for a slow disk are bounded', async (t) => {
  const path = join(folder, 'slow.ndjson');
  const module = new FileModule({ path, maxBytes: 1_000_000_000, keep: 1 }, none);
  const big = line('z'.repeat(999_997));
  for (let n = 0; n < 40; n++) module.take(big);
  t.equal(module.dropped, 24, 'sixteen of forty wait');
  // close() gives a slow disk two seconds only.
  while (statSync(path).size < 16 * big.byteLength) await turn();
  await module.close();
  t.equal(linesOf(path).length, 16);
});

t.test('a path that cannot be written is refused at the start with its name', async (t) => {
  const rules = { maxBytes: 65_536, keep: 1 };
  for (const path of ['/dev/null/x', '/proc/gavel/x', '/proc/x']) {
    t.throws(() => new FileModule({ path, ...rules }, none), {
      message: new RegExp(`^analytics\\.file\\.path ${path} cannot be written \\(\\w+\\): name a file`),
    });
  }
  t.throws(() => new FileModule({ path: folder, ...rules }, none), { message: /EISDIR/ });
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  t.throws(
    () => new FileModule({ path: pipe, ...rules }, none),
    { message: /cannot be written \(ENXIO\)/ },
    'a pipe without a reader',
  );
});
