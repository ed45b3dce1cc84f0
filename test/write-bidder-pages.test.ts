/** One page for each bidder, written by the command that package.json names. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Type } from 'typebox';
import { bidderPage } from '../src/adapter/bidder-page.ts';
import { defineBidder } from '../src/adapter/define-bidder.ts';
import { knownBidders } from '../src/adapter/known-bidders.ts';
import { schemaCheck } from '../src/adapter/params.ts';
import { exampleParams } from '../src/adapter/params-example.ts';
import { loadBidders } from '../src/load-bidders.ts';
import { testFolder } from './support/folder.ts';

const script = join(import.meta.dirname, '../src/write-bidder-pages.ts');

t.test('the command writes a page for every code', async (t) => {
  const folder = join(testFolder(t), 'pages');
  const { known } = await loadBidders();
  const told = execFileSync(process.execPath, [script, folder], { encoding: 'utf8' });
  t.match(told, `${known.size} pages`);
  t.strictSame(
    readdirSync(folder).toSorted(),
    ['README.md', ...[...known.keys()].map((code) => `${code}.md`)].toSorted(),
  );
  t.match(readFileSync(join(folder, 'triplelift.md'), 'utf8'), /\| `inventoryCode` \| string \| yes \|/);
  t.match(readFileSync(join(folder, 'triplelift.md'), 'utf8'), 'bidders:\n  triplelift: {}\n');
  const asked =
    /bidders:\n {2}# platformId is missing: .*; credentials\.appSecret is missing: .*\n {2}audienceNetwork: \{\}\n/;
  t.match(readFileSync(join(folder, 'audienceNetwork.md'), 'utf8'), asked, 'settings that the start asks for');
  const place = t.testdir({ file: '' });
  const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', cwd: place });
  const nothing = run();
  t.strictSame([nothing.status, /name the folder/.test(nothing.stderr)], [1, true]);
  const help = run('--help');
  t.strictSame(
    [help.status, /^ {2}npm run docs:bidders -- FOLDER \[NAMESPACE\]$/m.test(help.stdout), readdirSync(place)],
    [0, true, ['file']],
  );
  for (const wrong of ['file/pages', '/proc/gavel']) {
    const { status, stderr } = run(wrong);
    t.equal(status, 1);
    t.match(stderr, new RegExp(`^${wrong} cannot be written \\((?:ENOTDIR|EEXIST|ENOENT)\\): name a folder .*\n$`));
  }
});

t.test('a page shows the facts of the definition', async (t) => {
  const params = Type.Object(
    {
      id: Type.Union([Type.Integer({ minimum: 5 }), Type.String()]),
      region: Type.Union([Type.Literal('eu'), Type.Literal('u|s')]),
      kind: Type.Optional(Type.String({ pattern: 'a|b' })),
    },
    { anyOf: [{ required: ['kind'] }] },
  );
  const acme = defineBidder({
    code: 'acme',
    gvlVendorId: 7,
    ortbVersion: '2.6',
    capabilities: { site: ['banner', 'video'] },
    sync: { redirect: 'https://a.com/s' },
    params,
    aliases: [{ code: 'twin', endpoint: 'https://twin.com' }],
  });
  const known = knownBidders([acme]);
  const page = bidderPage(known.get('acme')!, 'svc');
  for (const part of [
    '# acme',
    'OpenRTB 2.6.',
    'id 7.',
    'Other names: [twin](twin.md).',
    'endpoint: https://…',
    '| `id` | integer or string | yes |  |',
    '| `region` | `"eu"` or `"u\\|s"` | yes |  |',
    '| `kind` | string |  | pattern: `"a\\|b"` |',
    '`anyOf`: `[{"required":["kind"]}]`',
    '| site | banner, video |',
    'By redirect.',
  ]) {
    t.ok(page.includes(part), `${part} in\n${page}`);
  }
  const twin = bidderPage(known.get('twin')!, 'svc');
  t.ok(twin.includes('another name of [acme](acme.md)') && twin.includes('twin: {}'), twin);
  t.notMatch(twin, 'Other names', 'it has none');
  t.strictSame(exampleParams(params), { id: 5, region: 'eu', kind: 'example' });
});

t.test('every example fits its schema', async (t) => {
  const { definitions } = await loadBidders();
  for (const { code, params, example } of definitions) t.equal(schemaCheck(params)(example), undefined, code);
});
