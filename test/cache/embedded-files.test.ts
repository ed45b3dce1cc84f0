/** Damaged, truncated or foreign files of the embedded store are reported at the start; LMDB would end the process (traps, 'LMDB'). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';
import { testFolder } from '../support/folder.ts';
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
  'a lock that is a folder': (_, lock) => (rmSync(lock), mkdirSync(lock)),
};

for (const [what, happen] of Object.entries(accidents)) {
  t.test(`a store whose file is replaced by ${what} is reported`, async (t) => {
    const path = testFolder(t);
    const options = { path, maxBytes: mebibyte };
    await new EmbeddedCache(options).close();
    const inner = join(path, readdirSync(path)[0]!);
    happen(join(inner, 'data.mdb'), join(inner, 'lock.mdb'));
    t.throws(() => new EmbeddedCache(options), { message: /^cache\.path: the store in .* cannot be opened .*remove/ });
  });
}

/** The page at which the tree of free pages begins, from the newer of the two meta pages of LMDB. */
function freeRoot(file: string): number {
  const bytes = readFileSync(file);
  const [first, second] = [bytes.subarray(0, 4096), bytes.subarray(4096, 8192)];
  const head = second.readBigUInt64LE(152) > first.readBigUInt64LE(152) ? second : first;
  return Number(head.readBigUInt64LE(88));
}

/** A store of a hundred values, whose file is then truncated to the number of pages that `cut` gives. */
async function cutStore(t: Test, cut: (pages: number) => number) {
  const options = { path: testFolder(t), maxBytes: mebibyte };
  const cache = new EmbeddedCache(options);
  const puts = Array.from({ length: 100 }, () => put(2500));
  const ids = await cache.put(puts, Infinity);
  const file = join(options.path, readdirSync(options.path)[0]!, 'data.mdb');
  const pages = (): number => statSync(file).size / 4096;
  // Write until the tree lies near the end of the file, which is a matter of chance.
  while (freeRoot(file) > pages() - 30) await cache.put([put(100)], Infinity);
  await cache.close();
  const { size } = statSync(file);
  truncateSync(file, cut(pages()) * 4096);
  return { options, ids, file, size };
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
