/** The plugins that the page of `src/plugins` shows: editors and `tsc` accept them as they stand there. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { testFolder } from '../support/folder.ts';

const root = join(import.meta.dirname, '../..');

t.test('the examples of the page have the types of the contract', async (t) => {
  const page = readFileSync(join(root, 'src/plugins/README.md'), 'utf8');
  const examples = [...page.matchAll(/```ts\n\/\/ plugins\/(\w+\.ts)\n([^]*?)```/g)];
  t.strictSame(
    examples.map(([, name]) => name),
    ['clean.ts', 'audience.ts'],
  );
  const folder = testFolder(t);
  for (const [, name, text] of examples)
    writeFileSync(join(folder, name!), text!.replaceAll('/srv/gavel/', `${root}/`));
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(root, 'node_modules/@types')] },
    include: ['*.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--project', folder], {
    encoding: 'utf8',
  });
  t.equal(status, 0, stdout);
});
