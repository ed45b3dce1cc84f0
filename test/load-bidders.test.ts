/** Every file of `src/bidders` defines the bidder of its name; a thread loads only those it needs. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { loadBidders, loadFolder, neededFiles } from '../src/load-bidders.ts';
import { testFolder } from './support/folder.ts';

const loaded = await loadBidders();

t.test('each file defines the bidder of its name', async (t) => {
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

t.test('a thread loads the bidders that the configuration names by code, adapter or alias', async (t) => {
  t.strictSame(files({}), []);
  t.strictSame(files({ plain: {}, constructor: {} }), []);
  t.strictSame(files({ appnexus: {}, mine: { adapter: 'criteo' }, other: { aliasOf: 'ix' } }), [
    'appnexus.ts',
    'criteo.ts',
    'ix.ts',
  ]);
  t.strictSame(files({ '152media': {}, adkernel: {} }), ['adkernel.ts']);
});

const definer = JSON.stringify(new URL('../src/adapter/define-bidder.ts', import.meta.url).href);

/** A folder with these files, each with defineBidder imported. */
function folderOf(t: Test, all: { readonly [name: string]: string }): string {
  const dir = testFolder(t);
  for (const [name, text] of Object.entries(all))
    writeFileSync(join(dir, name), `import { defineBidder } from ${definer};\n${text}\n`);
  return dir;
}

t.test('files without a bidder, or with an invalid one, are all reported at once', async (t) => {
  const dir = folderOf(t, {
    'good.ts': 'export default defineBidder({ code: "good", params: {} });',
    'lost.ts': 'export default defineBidder({ code: "lost", params: {}, endpoint: "https://lost.com/{{.Tag}}" });',
    'torn.ts': 'export default defineBidder({ code: "torn" params: {} });',
  });
  await t.rejects(loadFolder(dir), {
    errors: [/^\/.*\/lost\.ts:2: lost: the endpoint names the macro Tag/, /^\/.*\/torn\.ts(?::2)?: /],
  });
  await t.rejects(loadFolder(folderOf(t, { 'none.ts': '' })), /none\.ts has no default export made by defineBidder$/);
  const other = folderOf(t, { 'other.ts': 'export default defineBidder({ code: "another", params: {} });' });
  await t.rejects(loadFolder(other), /other\.ts defines the bidder another: rename the file to another\.ts$/);
});
