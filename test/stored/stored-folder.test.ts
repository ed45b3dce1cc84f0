/** What a start says of a folder of stored data that is not there, or is none. */
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

/** What the log hears when stored data in `dir` is opened. */
async function told(dir: string): Promise<string[]> {
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

t.test('a folder says nothing', async (t) => t.strictSame(await told(join(root, 'folder')), []));

t.test('one that is not there is told, and may come later', async (t) => {
  t.match(
    await told(join(root, 'none')),
    wholeLists([/^warn .*none.* stored\.dir does not exist: .*make it, or correct the path$/]),
  );
  const usual = await told('./stored');
  t.match(usual, wholeLists([/^info .* stored\.dir does not exist/]), 'many hosts have no stored data');
});

t.test('what is no folder is a fault', async (t) => {
  for (const path of [join(root, 'file'), join(root, 'file', 'stored')])
    await t.rejects(told(path), {
      message: `stored.dir ${path} is no folder: name one that holds requests/, imps/, responses/, accounts/ and profiles/`,
    });
});
