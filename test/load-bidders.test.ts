/** Every file of `src/bidders` is a bidder, known by its code; a thread reads only those it needs. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadBidders, neededFiles } from '../src/load-bidders.ts';

const loaded = await loadBidders();

t.test('each file holds the definition that it is named for', async (t) => {
  const names = readdirSync(join(import.meta.dirname, '../src/bidders')).filter((name) => name.endsWith('.ts'));
  t.ok(names.length >= 10, `${names.length} files`);
  for (const name of names) {
    const code = name.slice(0, -3);
    t.match(loaded.files.get(code), new RegExp(`/${name.replaceAll('.', '\\.')}$`), code);
  }
  t.equal(loaded.definitions.length, names.length);
});

const files = (settings: Parameters<typeof neededFiles>[1]): string[] =>
  neededFiles(loaded, settings).map((url) => url.slice(url.lastIndexOf('/') + 1));

t.test('a thread reads what the configuration names, by code, adapter or alias', async (t) => {
  t.same(files({}), []);
  t.same(files({ plain: {}, constructor: {} }), []);
  t.same(files({ appnexus: {}, mine: { adapter: 'criteo' }, other: { aliasOf: 'ix' } }), [
    'appnexus.ts',
    'criteo.ts',
    'ix.ts',
  ]);
  t.same(files({ '152media': {}, adkernel: {} }), ['adkernel.ts']);
});
