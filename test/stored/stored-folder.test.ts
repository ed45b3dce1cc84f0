/** What the start logs of a stored.dir that is missing or is not a folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openStored } from '../../src/stored/open-stored.ts';
import { testFolder } from '../support/folder.ts';
import { wholeLists } from '../support/whole-lists.ts';

const root = testFolder(t);
const before = process.cwd();
process.chdir(root);
t.teardown(() => {
  process.chdir(before);
});
mkdirSync(join(root, 'folder'));
writeFileSync(join(root, 'file'), '');

/** The log lines when stored data in `dir` is opened. */
async function openingLog(dir: string): Promise<string[]> {
  const lines: string[] = [];
  const line = (level: string) => (facts: object, text: string) =>
    void lines.push(`${level} ${JSON.stringify(facts)} ${text}`);
  const stored = {
    source: 'files',
    dir,
    url: '',
    timeoutMs: 50,
    ttlSeconds: 30,
    maxBytes: 1e7,
    connections: 1,
  } as const;
  const accounts = { required: false, defaults: {} };
  const log = { warn: line('warn'), info: line('info') };
  const opened = await openStored({ stored, accounts }, { read: () => ({}), log });
  await opened.close();
  return lines;
}

t.test('a folder is not logged', async (t) => t.strictSame(await openingLog(join(root, 'folder')), []));

t.test('a missing folder is a warning, or only information for the default one', async (t) => {
  t.match(
    await openingLog(join(root, 'none')),
    wholeLists([/^warn .*none.* stored\.dir does not exist: .*create it, or correct the path$/]),
  );
  const usual = await openingLog('./stored');
  t.match(
    usual,
    wholeLists([/^info .* stored\.dir does not exist/]),
    'the default folder, since many hosts have no stored data',
  );
});

t.test('a file in its place is an error', async (t) => {
  for (const path of [join(root, 'file'), join(root, 'file', 'stored')])
    await t.rejects(openingLog(path), {
      message: `stored.dir ${path} is not a folder: name one that contains requests/, imps/, responses/, accounts/ and profiles/`,
    });
});
