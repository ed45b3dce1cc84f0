/** The embedded store: its cap, its order of leaving, several processes, a full disk (decisions, 'Caching'; traps, 'LMDB'). */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { CachePut } from '../../src/cache/bid-cache.ts';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';
import { LateCache } from '../../src/cache/late-cache.ts';
import { watchStore } from '../../src/cache/watch-store.ts';
import { testFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';

const mebibyte = 1_048_576;

function put(bytes: number, ttlSeconds = 60): CachePut {
  return { id: randomUUID(), type: 'json', ttlSeconds, value: Buffer.alloc(bytes, 'x') };
}

/** A store of a mebibyte in a folder of its own, unless told; it is closed when the test ends. */
function open(t: Test, options: { path?: string; maxBytes?: number; nowMs?: () => number } = {}): EmbeddedCache {
  const cache = new EmbeddedCache({ path: options.path ?? testFolder(t), maxBytes: mebibyte, ...options });
  t.teardown(() => cache.close());
  return cache;
}

/** The bytes of the one store in `path`. */
function fileBytes(path: string): number {
  const [name, ...more] = readdirSync(path);
  if (name === undefined || more.length > 0) throw new Error('expected one store');
  return statSync(join(path, name, 'data.mdb')).size;
}

async function count(cache: EmbeddedCache, ids: readonly string[]): Promise<number> {
  const found = await Promise.all(ids.map((id) => (id === '' ? undefined : cache.get(id))));
  return found.filter((one) => one !== undefined).length;
}

t.test('the file never passes the cap, whatever the sizes', async (t) => {
  for (const [maxBytes, sizes] of [
    [mebibyte, [60, 900, 2500]],
    [2 * mebibyte, [50, 3000, 30_000]],
  ] as const) {
    const path = testFolder(t);
    const cache = new EmbeddedCache({ path, maxBytes });
    let written = 0;
    let kept = 0;
    for (let round = 0; written < 12 * maxBytes; round++) {
      const puts = Array.from({ length: 40 }, (_, at) => put(sizes[(at * 7 + round) % 3]!, 100 + round));
      written += puts.reduce((sum, { value }) => sum + value.byteLength, 0);
      const ids = await cache.put(puts, Infinity);
      kept += ids.filter((id) => id !== '').length - puts.length;
      if (round % 10 === 0) t.ok(fileBytes(path) <= maxBytes, `${fileBytes(path)} of ${maxBytes} bytes`);
    }
    t.equal(kept, 0, 'every put was kept');
    t.ok(fileBytes(path) > maxBytes / 2, 'most of the cap is used');
    await cache.close();
  }
});

t.test('what was kept first leaves first, whatever its lifetime, and only as much as must', async (t) => {
  let nowMs = Date.now();
  const cache = open(t, { nowMs: () => nowMs });
  const soon = await cache.put([put(2000, 50)], Infinity);
  const late = await cache.put([put(2000, 5000)], Infinity);
  const others: string[] = [];
  nowMs += 1000;
  for (let round = 0; round < 40; round++)
    others.push(...(await cache.put([put(2000, 100), put(2000, 100)], Infinity)));
  t.equal(await count(cache, [...soon, ...late, ...others]), 82, 'below the cap nothing leaves');
  nowMs += 1000;
  for (let round = 0; round < 300; round++) await cache.put([put(2000, 200)], Infinity);
  t.equal(await count(cache, [...soon, ...late]), 0, 'the first have left');
  t.equal(await count(cache, others), 0, 'then those after them');
});

t.test('a store full of what lives long keeps what is given now, though it lives shorter', async (t) => {
  let nowMs = Date.now();
  const cache = open(t, { nowMs: () => nowMs });
  const long: string[] = [];
  for (let round = 0; round < 300; round++) long.push(...(await cache.put([put(2000, 5000)], Infinity)));
  t.ok((await count(cache, long)) < 290, 'it is full');
  nowMs += 1000;
  const short: string[] = [];
  for (let round = 0; round < 40; round++) short.push(...(await cache.put([put(2000, 60 + round)], Infinity)));
  t.equal(await count(cache, short), 40);
  const before = await count(cache, long);
  nowMs += 101_000;
  for (let round = 0; round < 40; round++) await cache.put([put(2000, 300)], Infinity);
  t.equal(await count(cache, long), before, 'what has expired leaves before what was kept first');
});

t.test('a clock of days that is set costs no bid: neither what is kept nor what comes', async (t) => {
  const { now } = Date;
  t.teardown(() => (Date.now = now));
  let aheadMs = 0;
  Date.now = () => now() + aheadMs;
  const cache = open(t);
  const before = await cache.put([put(2000)], Infinity);
  aheadMs = 365 * 86_400_000;
  t.equal(await count(cache, before), 1, 'ahead, what was kept stays');
  for (let round = 0; round < 300; round++) await cache.put([put(2000)], Infinity);
  aheadMs = 0;
  const since: string[] = [];
  for (let round = 0; round < 40; round++) since.push(...(await cache.put([put(2000, 100)], Infinity)));
  t.equal(await count(cache, since), 40, 'set right, what is kept since stays');
});

t.test('expired entries make room without being pushed', async (t) => {
  let nowMs = Date.now();
  const path = testFolder(t);
  const cache = open(t, { path, maxBytes: 4 * mebibyte, nowMs: () => nowMs });
  const first = await cache.put(
    Array.from({ length: 100 }, () => put(3000, 10)),
    Infinity,
  );
  t.equal(await count(cache, first), 100);
  const before = fileBytes(path);
  nowMs += 11_000;
  t.equal(await count(cache, first), 0, 'nobody gets what has expired');
  for (let round = 0; round < 20; round++) {
    nowMs += 11_000;
    await cache.put(
      Array.from({ length: 100 }, () => put(3000, 10)),
      Infinity,
    );
  }
  t.ok(fileBytes(path) < 3 * before, `the file grew from ${before} to ${fileBytes(path)}: its pages were used again`);
});

t.test('a value that is too large for a small store is refused alone', async (t) => {
  const cache = open(t);
  const ids = await cache.put([put(100), put(200_000), put(100)], Infinity);
  t.same(
    ids.map((id) => id !== ''),
    [true, false, true],
  );
});

t.test('puts that come too late are dropped unwritten', async (t) => {
  const cache = open(t);
  const puts = [put(100)];
  t.same(await cache.put(puts, performance.now() - 1), ['']);
  t.equal(await count(cache, [puts[0]!.id]), 0);
});

t.test('a new start finds what was kept, under another cap as well, and removes what another boot left', async (t) => {
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
    t.equal(readdirSync(path).length, 2, 'the other boot is gone, what is not ours stays');
    await again.close();
  }
});

t.test('a store that is larger than its cap now is begun anew: its file would not shrink', async (t) => {
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
  t.equal(await count(small, await small.put([put(100)], Infinity)), 1);
  await small.close();
});

t.test('at a reload a process whose cap is smaller still finds what the others keep in the grown file', async (t) => {
  const path = testFolder(t);
  const cache = open(t, { path });
  const mine = await cache.put([put(2500, 5000)], Infinity);
  const ids = await runWriters(
    t,
    [[process.execPath, writer, path, '2400', '2500']],
    (lines) => lines.at(-1) === 'done',
  );
  t.ok(fileBytes(path) > 8 * mebibyte);
  t.equal(await count(cache, [...mine, ...ids]), ids.length + 1);
});

t.test('a folder that cannot be used is named', async (t) => {
  const file = join(testFolder(t), 'file');
  writeFileSync(file, '');
  for (const path of [file, '/proc/gavel']) {
    t.throws(() => new EmbeddedCache({ path, maxBytes: mebibyte }), {
      message: /^cache\.path .*name a/,
    });
  }
});

/** What may have become of a store's files; `file` is the one of its data, `lock` the one of its lock. */
const accidents: { readonly [what: string]: (file: string, lock: string) => void } = {
  'a folder': (file) => (rmSync(file), mkdirSync(file)),
  'a pipe': (file) => (rmSync(file), execFileSync('mkfifo', [file])),
  'a part of its first page': (file) => truncateSync(file, 100),
  'its first page': (file) => truncateSync(file, 4096),
  'another text': (file) => writeFileSync(file, 'text '.repeat(5000)),
  'a wrong second page': (file) => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill('x', 4096, 8192));
  },
  'a folder as its lock': (_, lock) => (rmSync(lock), mkdirSync(lock)),
};

for (const [what, happen] of Object.entries(accidents)) {
  t.test(`a store that cannot be opened is named: ${what}`, async (t) => {
    const path = testFolder(t);
    const options = { path, maxBytes: mebibyte };
    await new EmbeddedCache(options).close();
    const inner = join(path, readdirSync(path)[0]!);
    happen(join(inner, 'data.mdb'), join(inner, 'lock.mdb'));
    t.throws(() => new EmbeddedCache(options), { message: /^cache\.path: the store in .* cannot be opened .*remove/ });
  });
}

/** Where the tree of free pages begins in the file of a store, as it was last written; LMDB says so in one of the first two pages. */
function freeRoot(file: string): number {
  const bytes = readFileSync(file);
  const [first, second] = [bytes.subarray(0, 4096), bytes.subarray(4096, 8192)];
  const head = second.readBigUInt64LE(152) > first.readBigUInt64LE(152) ? second : first;
  return Number(head.readBigUInt64LE(88));
}

/** A store that keeps a hundred values, in a file that `cut` has then shortened, to so many pages. */
async function cutStore(t: Test, cut: (pages: number) => number) {
  const options = { path: testFolder(t), maxBytes: mebibyte };
  const cache = new EmbeddedCache(options);
  const puts = Array.from({ length: 100 }, () => put(2500));
  const ids = await cache.put(puts, Infinity);
  const file = join(options.path, readdirSync(options.path)[0]!, 'data.mdb');
  const pages = (): number => statSync(file).size / 4096;
  // Where it comes to lie is a matter of chance.
  while (freeRoot(file) > pages() - 30) await cache.put([put(100)], Infinity);
  await cache.close();
  const { size } = statSync(file);
  truncateSync(file, cut(pages()) * 4096);
  return { options, ids, file, size };
}

t.test('a store that was cut off is named, or costs what is kept: it ends no process', async (t) => {
  const { options } = await cutStore(t, () => 2);
  t.throws(() => new EmbeddedCache(options), {
    message: /^cache\.path: the store in .* cannot be opened \(it is cut off\): remove/,
  });
  const { options: others, ids, file, size } = await cutStore(t, (pages) => pages - 20);
  const opened = (): EmbeddedCache | string => {
    try {
      return new EmbeddedCache(others);
    } catch (error) {
      return String(error);
    }
  };
  const cache = opened();
  t.equal(statSync(file).size, size, 'what is missing was added');
  if (typeof cache === 'string') {
    t.match(cache, /cannot be opened \(MDB_CORRUPTED.*\): remove/);
    return;
  }
  await Promise.all(ids.map((id) => cache.get(id).catch(() => undefined)));
  await cache.put([put(100)], Infinity);
  await cache.close();
});

t.test(
  'a store that lacks its tree of free pages, or a part of it, is named: the library would end the process',
  async (t) => {
    const { options, file } = await cutStore(t, (pages) => pages);
    for (const pages of [freeRoot(file) + 0.5, freeRoot(file)]) {
      truncateSync(file, pages * 4096);
      t.throws(() => new EmbeddedCache(options), { message: /cannot be opened \(it is cut off\): remove/ });
    }
  },
);

t.test('a head that speaks of far more pages than there may be is named', async (t) => {
  const { options, file } = await cutStore(t, (pages) => pages);
  const bytes = readFileSync(file);
  bytes.writeUInt32LE(1_000_000, 144);
  writeFileSync(file, bytes);
  t.throws(() => new EmbeddedCache(options), { message: /cannot be opened \(it is cut off\): remove that folder/ });
  t.equal(statSync(file).size, bytes.byteLength);
});

t.test('a store that is removed while it is in use, or replaced, is told of once', async (t) => {
  const file = join(testFolder(t), 'data.mdb');
  for (const happen of [() => rmSync(file), () => renameSync(`${file}.new`, file)]) {
    writeFileSync(file, '');
    writeFileSync(`${file}.new`, '');
    const told: string[] = [];
    t.teardown(watchStore(file, ({ message }) => void told.push(message), 5));
    writeFileSync(file, 'changed');
    await sleep(50);
    t.same(told, []);
    happen();
    t.ok(await until(() => told.length > 0));
    await sleep(50);
    t.match(
      told,
      wholeLists([
        /^cache\.path: the store .*data\.mdb was removed or replaced .*: it is opened anew, what it kept is lost$/,
      ]),
    );
  }
});

t.test('a store that is begun anew leaves alone the one of another version that took its place', async (t) => {
  const path = testFolder(t);
  const options = { path, maxBytes: mebibyte };
  const gone: ((error: Error) => void)[] = [];
  const cache = new LateCache(
    (onGone, wasGone) => {
      gone.push(onGone);
      return new EmbeddedCache({ ...options, leavesOthers: wasGone });
    },
    () => undefined,
    0,
  );
  for (const folder of readdirSync(path)) rmSync(join(path, folder), { recursive: true });
  const later = 'bids-9-any-1048576';
  mkdirSync(join(path, later));
  gone[0]!(new Error('removed'));
  const isKept = (): Promise<boolean> =>
    cache.put([put(100)], Infinity).then(
      () => true,
      () => false,
    );
  t.ok(await until(isKept));
  t.ok(readdirSync(path).includes(later));
  await cache.close();
  await new EmbeddedCache(options).close();
  t.notOk(readdirSync(path).includes(later), 'a start removes it');
});

t.test('a store that was removed is begun anew, by every process that has it open', async (t) => {
  const path = testFolder(t);
  const told: unknown[] = [];
  const gone: ((error: Error) => void)[] = [];
  const caches = [mebibyte, 2 * mebibyte].map(
    (maxBytes) =>
      new LateCache(
        (onGone) => {
          gone.push(onGone);
          return new EmbeddedCache({ path, maxBytes });
        },
        (error) => told.push(error),
        0,
      ),
  );
  for (const folder of readdirSync(path)) rmSync(join(path, folder), { recursive: true });
  const error = new Error('removed');
  for (const notice of gone.splice(0)) notice(error);
  t.same(told, [error, error]);
  await t.rejects(caches[0]!.put([put(100)], Infinity), error, 'while the old one is closed');
  t.ok(
    await until(() =>
      caches[1]!.put([put(100)], Infinity).then(
        () => true,
        () => false,
      ),
    ),
  );
  const [id] = await caches[0]!.put([put(100)], Infinity);
  t.ok(fileBytes(path) > 0, 'it is on the disk again, once');
  t.equal((await caches[1]!.get(id!))?.value.byteLength, 100, 'and both have the same');
  t.equal(gone.length, 2, 'which is watched in its turn');
  for (const cache of caches) await cache.close();
});

t.test('an empty file is a store that begins', async (t) => {
  const path = testFolder(t);
  const options = { path, maxBytes: mebibyte };
  await new EmbeddedCache(options).close();
  truncateSync(join(path, readdirSync(path)[0]!, 'data.mdb'), 0);
  const cache = new EmbeddedCache(options);
  t.equal(await count(cache, await cache.put([put(100)], Infinity)), 1);
  await cache.close();
});

/** Starts writers; resolves with the ids that each kept before it was killed. */
async function runWriters(
  t: Test,
  commands: readonly (readonly string[])[],
  isEnough: (lines: unknown[]) => boolean,
): Promise<string[]> {
  const kept = await Promise.all(
    commands.map(async ([command, ...args]) => {
      const child: ChildProcess = spawn(command!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      t.teardown(() => child.kill('SIGKILL'));
      let said = '';
      child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const lines: unknown[] = [];
      for await (const line of createInterface({ input: child.stdout! })) {
        lines.push(JSON.parse(line));
        if (isEnough(lines)) break;
      }
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      t.equal(child.signalCode, 'SIGKILL', `it does not end by itself: ${child.exitCode} ${said.slice(-1000)}`);
      return lines.flat().filter((id) => id !== '' && id !== 'done') as string[];
    }),
  );
  return kept.flat();
}

const writer = join(import.meta.dirname, 'embedded-writer.ts');

/**
 * Shell commands after which no file may have more than `kibibytes`: that looks like a full disk and needs no rights. What tap has every
 * process load would listen to the signal that such a file brings, and end the process by it.
 */
const small = (kibibytes: number): string => `unset NODE_OPTIONS; ulimit -f ${kibibytes};`;

t.test('processes share a store; killed ones do it no harm', async (t) => {
  const path = testFolder(t);
  const cache = open(t, { path, maxBytes: 16 * mebibyte });
  const command = [process.execPath, writer, path, '1000', '500'];
  const ids = await runWriters(t, [command, command], (lines) => lines.at(-1) === 'done' || lines.length === 30);
  t.ok(ids.length >= 1200, `${ids.length} kept`);
  t.equal(await count(cache, ids), ids.length, 'all are seen here');
  const mine = await cache.put([put(100)], Infinity);
  t.equal(await count(cache, mine), 1, 'and it goes on');
});

const hasNamespaces = spawnSync('unshare', ['-fp', 'true']).status === 0;

t.test(
  'a container whose process has the number of one in another is told to keep a store of its own',
  { skip: hasNamespaces ? false : 'skipped: unshare -p needs root', timeout: 60_000 },
  async (t) => {
    const folder = testFolder(t);
    const said = (): string[] => {
      const opener = join(import.meta.dirname, 'embedded-opener.ts');
      const child = spawn('unshare', ['-fp', '--kill-child', process.execPath, opener, folder]);
      t.teardown(() => child.kill('SIGKILL'));
      const lines: string[] = [];
      createInterface(child.stdout).on('line', (line) => lines.push(line));
      return lines;
    };
    const first = said();
    t.ok(await until(() => first.length === 2));
    t.same(first, ['open', 'alive']);
    const second = said();
    t.ok(await until(() => second.length === 2), 'the library ends no process');
    t.match(second[0], /cache\.path: .*another container.*a folder of its own/);
  },
);

const readOnly = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"';
const mayMount = spawnSync('unshare', ['-rm', 'sh', '-c', readOnly, testFolder(t)]).status === 0;

t.test(
  'a store on a disk that is only read is not to be removed: another folder is asked for',
  { skip: mayMount ? false : 'skipped: unshare -m needs root' },
  async (t) => {
    const path = testFolder(t);
    await new EmbeddedCache({ path, maxBytes: mebibyte }).close();
    const command = `${readOnly} && exec "$1" "$2" "$0"`;
    const opener = join(import.meta.dirname, 'embedded-opener.ts');
    const child = spawn('unshare', ['-rm', 'sh', '-c', command, path, process.execPath, opener]);
    t.teardown(() => child.kill('SIGKILL'));
    const [said] = (await once(createInterface(child.stdout), 'line')) as [string];
    t.match(said, /^cache\.path .* cannot be used \(EROFS\): name a folder that this process may write/);
  },
);

t.test('there is room for as many processes as a service may have, twice', async (t) => {
  const path = testFolder(t);
  open(t, { path, maxBytes: 16 * mebibyte });
  const readerBytes = 64;
  t.ok(statSync(join(path, readdirSync(path)[0]!, 'lock.mdb')).size > 2 * 256 * readerBytes);
});

t.test('a full disk costs puts, not the process nor what was kept', async (t) => {
  const path = testFolder(t);
  const command = ['bash', '-c', `${small(1024)} exec "${process.execPath}" "${writer}" "${path}" 1000 2500`];
  const ids = await runWriters(t, [command], (lines) => lines.at(-1) === 'done');
  t.ok(ids.length > 50 && ids.length < 500, `${ids.length} of 1000 kept`);
  const cache = open(t, { path, maxBytes: 16 * mebibyte });
  t.equal(await count(cache, ids), ids.length);
  const mine = await cache.put([put(2500), put(2500)], Infinity);
  t.equal(await count(cache, mine), 2, 'with room again it takes puts again');
});

t.test('a store that is there is opened on a full disk, too', async (t) => {
  const path = testFolder(t);
  const cache = new EmbeddedCache({ path, maxBytes: 16 * mebibyte });
  t.equal(await count(cache, await cache.put([put(2500)], Infinity)), 1);
  await cache.close();
  const command = ['bash', '-c', `${small(32)} exec "${process.execPath}" "${writer}" "${path}" 20 2500`];
  let last: unknown;
  t.same(await runWriters(t, [command], (lines) => (last = lines.at(-1)) === 'done'), [], 'it takes nothing');
  t.equal(last, 'done', 'and goes on');
});

t.test('a disk that has no room for a new store is named: the library itself would end the process', async (t) => {
  const command = `${small(32)} exec "${process.execPath}" "${writer}" "${testFolder(t)}" 20 2500`;
  const { status, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
  t.equal(status, 1);
  t.match(stderr, /Error: cache\.path .* cannot be used \(EFBIG\): name a folder .* on a disk with room/);
});

t.test('a store that is not there comes once a full disk has room; other hindrances are thrown', async (t) => {
  const troubles: unknown[] = [];
  const path = testFolder(t);
  let hindrance = new Error('cannot be used', { cause: Object.assign(new Error('full'), { code: 'ENOSPC' }) });
  let isFull = true;
  const open = (): EmbeddedCache => {
    if (isFull) throw hindrance;
    return new EmbeddedCache({ path, maxBytes: 16 * mebibyte });
  };
  const cache = new LateCache(open, (error) => troubles.push(error), 0);
  t.same(troubles, [hindrance]);
  await t.rejects(cache.put([put(100)], Infinity), hindrance);
  await t.rejects(cache.get('any'), hindrance);
  isFull = false;
  const [id] = await cache.put([put(100)], Infinity);
  t.equal((await cache.get(id!))?.value.byteLength, 100);
  await cache.close();
  isFull = true;
  const seldom = new LateCache(open, () => undefined);
  isFull = false;
  await t.rejects(seldom.put([put(100)], Infinity), hindrance, 'not at once');
  await seldom.close();
  isFull = true;
  hindrance = new Error('forbidden', { cause: Object.assign(new Error('no'), { code: 'EACCES' }) });
  t.throws(() => new LateCache(open, () => undefined), hindrance);
});

t.test('a full disk is tried again ever more seldom, and ends no process', async (t) => {
  const path = testFolder(t);
  const command = `${small(1024)} exec "${process.execPath}" "${writer}" "${path}" 3000 2500`;
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.teardown(() => child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) if ((last = line) === '"alive"') break;
  t.equal(last, '"alive"', said);
  child.kill('SIGKILL');
  await once(child, 'close');
  const tries = [...said.matchAll(/failed/g)].length;
  t.ok(tries > 0 && tries < 10, `${tries} writes that failed`);
  t.match(said, /^cache\.path .+ cannot be written \(.+\): make room there/m, 'and it knows why');
});

t.test('a snapshot that another process holds does not fill the disk', async (t) => {
  const path = testFolder(t);
  const cache = open(t, { path, maxBytes: 2 * mebibyte });
  const fill = async (rounds: number): Promise<number> => {
    let kept = 0;
    for (let round = 0; round < rounds; round++) {
      const ids = await cache.put([put(2500), put(2500), put(2500)], Infinity);
      kept += ids.filter((id) => id !== '').length;
    }
    return kept;
  };
  t.equal(await fill(10), 30);
  const reader = join(import.meta.dirname, 'embedded-reader.ts');
  const holder = spawn(process.execPath, ['--expose-gc', reader, path]);
  t.teardown(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  const mostKept = (2.5 * mebibyte) / 2500;
  let kept = 0;
  // With pauses for the store's own to end in between.
  for (let rounds = 0; rounds < 12; rounds++, await sleep(100)) kept += await fill(100);
  t.ok(kept < mostKept, `${kept} of 3600 kept: no page can be used again`);
  t.ok(fileBytes(path) < 2.5 * mebibyte, `${fileBytes(path)} bytes`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  t.ok(await until(async () => (await fill(1)) === 3), 'when it is gone puts are taken again');
  t.ok((await fill(100)) > 250, 'and it stays so');
  t.ok(fileBytes(path) < 2.5 * mebibyte, `${fileBytes(path)} bytes`);
});
