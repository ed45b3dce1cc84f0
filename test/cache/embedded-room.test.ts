/** How far the embedded store's file is lengthened before LMDB writes (src/cache/embedded-room). */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { StoreRoom } from '../../src/cache/embedded-room.ts';
import { testFolder } from '../support/folder.ts';

const pageBytes = 4096;

t.test('the file grows to what is needed and a little more, but never to more than most of the limit', async (t) => {
  const file = join(testFolder(t), 'data.mdb');
  writeFileSync(file, Buffer.alloc(pageBytes, 'x'));
  const room = new StoreRoom(file, pageBytes, 1000);
  const pages = (): number => statSync(file).size / pageBytes;
  const sizes = [];
  for (const needed of [1, 2, 10, 17, 18, 2000]) {
    await room.make(needed);
    sizes.push(pages());
  }
  t.strictSame(sizes, [1, 17, 17, 17, 33, 850]);
});

t.test('an error other than that of a full disk is left to LMDB', async (t) => {
  await t.resolves(new StoreRoom(join(testFolder(t), 'gone'), pageBytes, 1000).make(5));
});
