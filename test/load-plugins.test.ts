/** Files that `plugins` names are loaded, and all that are no plugins reported at once with the reason (src/plugins; interface, 'Commands'). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { loadPlugins } from '../src/load-plugins.ts';
import { testConfig } from './support/config.ts';
import { testFolder } from './support/folder.ts';

/** The settings of plugins whose files have these texts. */
function pluginsOf(t: Test, texts: { readonly [name: string]: string }) {
  const dir = testFolder(t);
  const entries = Object.entries(texts).map(([name, text]) => {
    const file = join(dir, `${name}.ts`);
    writeFileSync(file, text);
    return [name, { file }] as const;
  });
  return testConfig({ plugins: Object.fromEntries(entries) }).plugins;
}

t.test('plugins are loaded in the order of the configuration', async (t) => {
  const settings = pluginsOf(t, {
    second: 'export default { bid: (bid: object): object => bid };',
    first: 'export default { auctionRequest() {}, bidderRequest() {}, bid() {}, auctionResponse() {} };',
  });
  const { code, files } = await loadPlugins(settings);
  t.strictSame([...code.keys()], ['second', 'first']);
  t.match(files.get('first'), /^file:\/\/\/.*\/first\.ts$/);
  t.strictSame(await loadPlugins({}), { code: new Map(), files: new Map() }, 'without plugins nothing is loaded');
});

t.test('every file that is no plugin is reported with all reasons', async (t) => {
  const settings = pluginsOf(t, {
    torn: 'export default {\n  bid() { return ] }\n};',
    throws: 'throw new Error("no list");',
    odd: 'throw Object.create(null);',
    none: 'export const bid = () => undefined;',
    text: 'export default "bid";',
    empty: 'export default {};',
    slip: 'export default { bids: () => undefined };',
    value: 'export default { bid: true };',
    asks: 'export default { question() {} };',
    finds: 'export default { async lookUp() {} };',
    several: 'export default { bids() {}, ask() {}, bid: 1, question: 2 };',
  });
  const missing = testConfig({ plugins: { gone: { file: '/nowhere/gone.ts' }, folder: { file: '.' } } }).plugins;
  const places = 'question, lookUp, auctionRequest, bidderRequest, bid, auctionResponse';
  await t.rejects(loadPlugins({ ...settings, ...missing }), {
    errors: [
      /^plugins\.torn\.file: \/.*\/torn\.ts(?::2)?: /,
      /^plugins\.throws\.file: \/.*\/throws\.ts:1: no list$/,
      /^plugins\.odd\.file: \/.*\/odd\.ts: something was thrown whose text cannot be read$/,
      `plugins.none.file: has no plugin as its default export: export an object with functions named ${places}`,
      `plugins.text.file: has no plugin as its default export: export an object with functions named ${places}`,
      `plugins.empty.file: has no functions: give it at least one of ${places}`,
      `plugins.slip.file: has the unknown member bids: use only ${places}`,
      'plugins.value.file: has a member bid that is not a function: make it one, or leave it out',
      'plugins.asks.file: has no member lookUp: add it, since question returns what lookUp must find',
      'plugins.finds.file: has no member question: add it, since question returns what lookUp must find',
      [
        `plugins.several.file: has the unknown member bids: use only ${places}`,
        `has the unknown member ask: use only ${places}`,
        'has no member lookUp: add it, since question returns what lookUp must find',
        'has a member question that is not a function: make it one, or leave it out',
        'has a member bid that is not a function: make it one, or leave it out',
      ].join('; it '),
      /^plugins\.gone\.file: \/nowhere\/gone\.ts: ENOENT/,
      'plugins.folder.file: is not a file: name the file that contains the plugin',
    ],
  });
});
