/** An embedded store that is opened late, or opened anew while it is in use (decisions, 'Caching'). */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';
import { LateCache } from '../../src/cache/late-cache.ts';
import { testFolder } from '../support/folder.ts';
import { succeeds, until } from '../support/until.ts';
import { mebibyte, put, fileBytes } from './embedded-support.ts';

t.test('opening a removed store anew leaves the store of another version in place', async (t) => {
  const path = testFolder(t);
  const options = { path, maxBytes: mebibyte };
  const gone: ((error: Error) => void)[] = [];
  const cache = new LateCache(
    (onGone, wasGone) => {
      gone.push(onGone);
      return new EmbeddedCache({ ...options, keepsOthers: wasGone });
    },
    () => undefined,
    0,
  );
  for (const folder of readdirSync(path)) rmSync(join(path, folder), { recursive: true });
  const later = 'bids-9-any-1048576';
  mkdirSync(join(path, later));
  gone[0]!(new Error('removed'));
  const isKept = (): Promise<boolean> => succeeds(cache.put([put(100)], Infinity));
  t.ok(await until(isKept));
  t.ok(readdirSync(path).includes(later));
  await cache.close();
  await new EmbeddedCache(options).close();
  t.notOk(readdirSync(path).includes(later), 'a start removes that one');
});

t.test('a removed store is opened anew by every process that had it open', async (t) => {
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
  t.strictSame(told, [error, error]);
  await t.rejects(caches[0]!.put([put(100)], Infinity), error, 'until the old one is closed');
  t.ok(await until(() => succeeds(caches[1]!.put([put(100)], Infinity))));
  const [id] = await caches[0]!.put([put(100)], Infinity);
  t.ok(fileBytes(path) > 0, 'one store is on the disk again');
  t.equal((await caches[1]!.get(id!))?.value.byteLength, 100, 'both use the same store');
  t.equal(gone.length, 2, 'the new one is watched, too');
  for (const cache of caches) await cache.close();
});

t.test(
  'a store that cannot be opened on a full disk is opened once there is room; other hindrances are thrown',
  async (t) => {
    const troubles: unknown[] = [];
    const path = testFolder(t);
    let hindrance = new Error('cannot be used', { cause: Object.assign(new Error('full'), { code: 'ENOSPC' }) });
    let isFull = true;
    const open = (): EmbeddedCache => {
      if (isFull) throw hindrance;
      return new EmbeddedCache({ path, maxBytes: 16 * mebibyte });
    };
    const cache = new LateCache(open, (error) => troubles.push(error), 0);
    t.strictSame(troubles, [hindrance]);
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
  },
);
