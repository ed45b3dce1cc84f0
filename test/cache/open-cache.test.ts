/** Only the client of the configured bid store is loaded, as that of Redis alone is a tenth of what a start loads. */
import { createRequire } from 'node:module';
import t from 'tap';
import { openCache } from '../../src/cache/open-cache.ts';
import { testFolder } from '../support/folder.ts';

const { cache: loaded } = createRequire(import.meta.url);

/** Whether this process has loaded an installed package. */
function isLoaded(name: string): boolean {
  return Object.keys(loaded).some((path) => path.includes(`/node_modules/${name}/`));
}

t.test('opening a store loads its own client only', async (t) => {
  const path = testFolder(t);
  for (const { store, url, brings } of [
    { store: 'http', url: 'http://127.0.0.1:1/cache', brings: [] },
    { store: 'embedded', url: '', brings: ['lmdb'] },
    { store: 'redis', url: 'redis://127.0.0.1:1', brings: ['lmdb', 'redis'] },
  ] as const) {
    const cache = await openCache(
      { store, path, url, apiKey: '', maxBytes: 1e6, timeoutMs: 100 },
      { onTrouble: () => undefined },
    );
    t.strictSame(['lmdb', 'redis'].filter(isLoaded), brings, store);
    await cache.close();
  }
});
