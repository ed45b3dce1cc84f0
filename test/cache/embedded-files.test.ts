/**
 * Damaged, truncated or foreign files of the embedded store are noticed at the start, where LMDB would end the process (traps, 'LMDB'), and
 * an empty store replaces them.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';
import { openCache } from '../../src/cache/open-cache.ts';
import { closedWith } from '../support/closed-with.ts';
import { testFolder } from '../support/folder.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { mebibyte, put, count } from './embedded-support.ts';

/** Damages to a store's data `file` and `lock` file. */
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
  'pages whose root is beyond the last': (file) => {
    const bytes = readFileSync(file);
    for (const meta of [0, 4096]) bytes.writeUInt32LE(1_000_000, meta + 136);
    writeFileSync(file, bytes);
  },
  'a lock that is a folder': (_, lock) => (rmSync(lock), mkdirSync(lock)),
};

for (const [what, happen] of Object.entries(accidents)) {
  t.test(`a store whose file is replaced by ${what} is reported, and an empty one replaces it`, async (t) => {
    const path = testFolder(t);
    const options = { path, maxBytes: mebibyte };
    await new EmbeddedCache(options).close();
    const inner = join(path, readdirSync(path)[0]!);
    happen(join(inner, 'data.mdb'), join(inner, 'lock.mdb'));
    t.throws(() => new EmbeddedCache(options), { message: /^cache\.path: the store in .* cannot be opened .*remove/ });
    const told: Error[] = [];
    const cache = new EmbeddedCache({ ...options, onDamage: (error) => told.push(error) });
    t.equal(await count(cache, await cache.put([put(100)], Infinity)), 1);
    await cache.close();
    const [{ message } = new Error('untold'), ...more] = told;
    t.match(message, /^cache\.path: the store in .* was damaged \(.*\): an empty one replaces it, and its contents/);
    t.strictSame(more, []);
  });
}

t.test('a damaged store does not keep the service from starting', async (t) => {
  const path = testFolder(t);
  await new EmbeddedCache({ path, maxBytes: mebibyte }).close();
  const file = join(path, readdirSync(path)[0]!, 'data.mdb');
  writeFileSync(file, 'text '.repeat(5000));
  const told: unknown[] = [];
  const settings = { store: 'embedded', path, url: '', apiKey: '', maxBytes: mebibyte, timeoutMs: 2000 } as const;
  closedWith(t, await openCache(settings, { onTrouble: (error) => told.push(error) }));
  t.match(told, wholeLists([/was damaged/]));
});

/** A number in the newer of the two meta pages of LMDB. */
function newestMeta(file: string, at: number): number {
  const bytes = readFileSync(file);
  const [first, second] = [bytes.subarray(0, 4096), bytes.subarray(4096, 8192)];
  const head = second.readBigUInt64LE(152) > first.readBigUInt64LE(152) ? second : first;
  return Number(head.readBigUInt64LE(at));
}

/** The page at which the tree of free pages begins. */
const freeRoot = (file: string): number => newestMeta(file, 88);
/** The number of pages that LMDB has taken: the file may be longer. */
const takenPages = (file: string): number => newestMeta(file, 144) + 1;

/** A store of a hundred values, whose file is then truncated to the number of pages that `cut` gives; `size` is that of all its pages. */
async function cutStore(t: Test, cut: (pages: number) => number) {
  const options = { path: testFolder(t), maxBytes: mebibyte };
  const cache = new EmbeddedCache(options);
  const puts = Array.from({ length: 100 }, () => put(2500));
  const ids = await cache.put(puts, Infinity);
  const file = join(options.path, readdirSync(options.path)[0]!, 'data.mdb');
  // Write until the tree lies before the end that is cut off, which is a matter of chance.
  while (freeRoot(file) > takenPages(file) - 30) await cache.put([put(100)], Infinity);
  await cache.close();
  const pages = takenPages(file);
  truncateSync(file, cut(pages) * 4096);
  return { options, ids, file, size: pages * 4096 };
}

t.test('a truncated store is reported, or loses values, and does not end the process', async (t) => {
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
  t.equal(statSync(file).size, size, 'the file has its size again');
  if (typeof cache === 'string') {
    t.match(cache, /cannot be opened \(MDB_CORRUPTED.*\): remove/);
    const empty = new EmbeddedCache({ ...others, onDamage: () => undefined });
    t.equal(await count(empty, await empty.put([put(100)], Infinity)), 1);
    await empty.close();
    return;
  }
  await Promise.all(ids.map((id) => cache.get(id).catch(() => undefined)));
  await cache.put([put(100)], Infinity);
  await cache.close();
});

t.test('a store without its whole tree of free pages is reported, as LMDB would end the process', async (t) => {
  const { options, file } = await cutStore(t, (pages) => pages);
  for (const pages of [freeRoot(file) + 0.5, freeRoot(file)]) {
    truncateSync(file, pages * 4096);
    t.throws(() => new EmbeddedCache(options), { message: /cannot be opened \(it is cut off\): remove/ });
  }
});

t.test('a meta page that names far too many pages is reported, and the file keeps its size', async (t) => {
  const { options, file } = await cutStore(t, (pages) => pages);
  const bytes = readFileSync(file);
  bytes.writeUInt32LE(1_000_000, 144);
  writeFileSync(file, bytes);
  t.throws(() => new EmbeddedCache(options), { message: /cannot be opened \(it is cut off\): remove that folder/ });
  t.equal(statSync(file).size, bytes.byteLength);
});

t.test('an empty file becomes a new store', async (t) => {
  const path = testFolder(t);
  const options = { path, maxBytes: mebibyte };
  await new EmbeddedCache(options).close();
  truncateSync(join(path, readdirSync(path)[0]!, 'data.mdb'), 0);
  const cache = new EmbeddedCache(options);
  t.equal(await count(cache, await cache.put([put(100)], Infinity)), 1);
  await cache.close();
});
