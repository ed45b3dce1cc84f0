/** READMEs against the code: the sandbox's curl line and answer, commands, folders, links, configurations. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { loadConfig } from '../src/config/load.ts';
import { loadBidders } from '../src/load-bidders.ts';
import { startDoubts } from '../src/start/doubts.ts';
import { postAuction } from './support/auction.ts';
import { startProcess } from './support/process.ts';
import { until } from './support/until.ts';

const root = join(import.meta.dirname, '..');
const pageOf = (folder: string): string => readFileSync(join(root, folder, 'README.md'), 'utf8');
const readme = pageOf('');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { [name: string]: string };
};

/** The text with a tmax of one second, for a busy machine: the slow bidder takes one and a half. */
const patient = (text = ''): string => text.replace(/(?<key>"tmax(?:request)?": ?)500\b/, '$<key>1000');

t.test('the sandbox answers as the README shows, apart from times and tmax', async (t) => {
  const [, curl, answer] = /```sh\n(curl [^\n]*)\n```\n[\s\S]*?```json\n([\s\S]*?)```/.exec(readme) ?? [];
  const sandbox = startProcess(t, ['--port', '0']);
  t.teardown(() => {
    sandbox.child.kill('SIGTERM');
    return sandbox.ended();
  });
  const port = await sandbox.listening();
  const [, printed] = await sandbox.said(/^(curl .*)\n/m);
  t.equal(printed!.replace(`:${port}/`, ':8000/'), curl);
  const body = patient(/-d '(.*)'$/.exec(curl ?? '')?.[1]);
  const told = withoutMillis(JSON.parse(patient(answer)));
  let given: unknown;
  // Repeated, as a pause of the machine may use up the time of bidders.
  await until(async () => {
    const response = await postAuction(`http://127.0.0.1:${port}`, body);
    // An auction that it has no time for is refused.
    given = response.ok ? withoutMillis(await response.json()) : await response.text();
    return isDeepStrictEqual(given, told);
  });
  t.strictSame(given, told);
});

t.test('the README can be read in five minutes, without answer and table', async (t) => {
  const text = readme.replace(/```json\n[^]*?```/, '').replace(/## Where each rule is\n[^]*$/, '');
  const words = text.split(/\s+/).length;
  t.ok(words < 1250, `${words} words`);
});

t.test('the commands, folders and links of every README exist', async (t) => {
  const pages = globSync('{README.md,{src,bench,test}/**/README.md}', { cwd: root });
  t.ok(pages.length > 8, `${pages.length} pages`);
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8');
    for (const [, name] of text.matchAll(/npm run ([\w:]+)/g)) t.ok(scripts[name!], `${page}: npm run ${name!}`);
    for (const [, folder] of text.matchAll(/`((?:src|workers|bench|test)(?:\/[\w-]+)*)`/g))
      t.ok(existsSync(join(root, folder!)), `${page}: ${folder!}`);
    for (const [, link, section] of text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
      const target = link === '' ? page : join(dirname(page), link!);
      t.ok(existsSync(join(root, target)), `${page}: ${link!}`);
      if (section !== undefined) t.ok(sectionsOf(target).includes(section), `${page}: ${link!}#${section}`);
    }
  }
});

/** The sections of a page, as links name them. */
function sectionsOf(page: string): string[] {
  const heads = readFileSync(join(root, page), 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...heads].map(([, head]) =>
    head!
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

function withoutMillis(answer: unknown): unknown {
  const { ext, ...rest } = answer as { ext: { responsetimemillis?: object } };
  return { ...rest, ext: { ...ext, responsetimemillis: Object.keys(ext?.responsetimemillis ?? {}) } };
}

t.test('the README states the number of known bidders', async (t) => {
  const { known } = await loadBidders();
  t.match(readme, `\n${known.size} codes are known`);
});

t.test('the configurations in the READMEs load, and the whole one gets no warnings', async (t) => {
  const { known, definitions } = await loadBidders();
  const load = (text: string) =>
    loadConfig({ file: { name: 'service.yaml', text }, env: {}, flags: {}, knownAdapters: new Set(known.keys()) });
  const [least, whole, sources] = [readme, pageOf('src/config'), pageOf('src/stored')].map(
    (page) => /```yaml\n([^]*?)```/.exec(page)![1]!,
  ) as [string, string, string];
  const rest = 'privacy: {gdpr: {defaultScope: true}}\n';
  for (const text of [
    least,
    whole,
    ...sources
      .trim()
      .split('\n')
      .map((line) => `${line}\n${rest}`),
  ])
    t.match(load(text), { config: Object }, text);
  const loaded = load(whole);
  t.strictSame('config' in loaded ? startDoubts(loaded.config, { known, definitions }) : loaded, []);
});

t.test('every rule of spec 4.1 is listed with a case that shows it', async (t) => {
  const row = /^\| (4\.1(?:\.\d+)?) \| .+? \| \[.+?\]\(.+?\) \| \[.+?\]\((.+?)\) \|$/gm;
  const rows = [...readme.matchAll(row)];
  const sections = new Set(rows.map(([, section]) => section));
  for (let n = 1; n <= 15; n++) t.ok(sections.has(`4.1.${n}`), `4.1.${n} is listed`);
  for (const [, section, shown] of rows)
    t.match(shown, /^test\/auction\/exemplary\//, `${section} is shown by a case that cases.test.ts runs`);
});
