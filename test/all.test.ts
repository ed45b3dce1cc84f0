/** The command that runs every test file: a failing file fails the run, and is named at its end. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { alone } from './support/alone.ts';
import { testFolder } from './support/folder.ts';

const command = join(import.meta.dirname, 'all.ts');

/** Test files by how they end; they need nothing but Node. */
const files: { readonly [name: string]: string } = {
  'good.test.ts': `console.log('TAP version 14\\nok 1 - fine\\n1..1');`,
  'folder/wrong.test.ts': `console.log('TAP version 14\\nnot ok 1 - wrong\\n1..1');`,
  'folder/killed.test.ts': `console.log('TAP version 14\\nok 1 - fine\\n1..1'); process.kill(process.pid, 'SIGKILL');`,
  'no-test.ts': `throw new Error('this is no test');`,
};

/** Writes the files into a project of their own; gives a function that runs those whose path contains a word. */
function project(t: Test, files: { readonly [name: string]: string }, nodeOptions = '--no-deprecation') {
  const root = testFolder(t);
  const temporary = join(root, 'temporary');
  for (const folder of ['test/folder', 'temporary']) mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'test', name), text);
  // TAP_CHILD_ID, set where this test runs as a part of another run, would suppress the totals.
  const env = { ...process.env, TAP_CHILD_ID: '', TAP_JOBS: undefined, NODE_OPTIONS: nodeOptions, TMPDIR: temporary };
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [command, ...words], { cwd: root, env, encoding: 'utf8' });
  return { root, temporary, run };
}

/** The option of Node with which a run finds this many GiB available. */
const withMemory = (gib: number): string => `--import=data:text/javascript,process.availableMemory=()=>${gib}*2**30`;

t.test('a run fails when a file does, and only then', async (t) => {
  const { run } = project(t, files);
  const good = run('good');
  t.equal(good.status, 0, good.stderr);
  t.match(good.stdout, /^ok 1 - test\/good\.test\.ts[^]*^# \{ total: 1, pass: 1 \}$/m);
  const all = run();
  t.equal(all.status, 1);
  t.match(all.stdout, /^ok 3 - test\/good\.test\.ts/m, 'the others run as well');
  const failed = [...all.stdout.matchAll(/^# failed: (.*)$/gm)].map(([, file]) => file);
  t.strictSame(failed, ['test/folder/killed.test.ts', 'test/folder/wrong.test.ts']);
  t.match(run('god'), { status: 1, stderr: /^test: no file below test has god in its path$/m });
  t.match(run('--help'), { status: 0, stdout: /^ {2}npm test -- \[WORD …\]$/m, stderr: '' });
  const named = project(t, { 'goods.test.ts': `import god from '../src/god.ts';` });
  t.match(named.run('god'), {
    status: 1,
    stderr: /god in its path; test\/goods\.test\.ts imports a file of that name$/m,
  });
});

t.test('a file runs with the options that are set, without hooks of tap', async (t) => {
  const noted = `require('node:fs').writeFileSync('noted', JSON.stringify([process.env.NODE_OPTIONS ?? '', process.execArgv]));
console.log('TAP version 14\\nok 1\\n1..1');`;
  const { root, run } = project(t, { 'noted.test.ts': noted });
  t.equal(run().status, 0);
  t.equal(readFileSync(join(root, 'noted'), 'utf8'), '["--no-deprecation",[]]');
  t.notOk(existsSync(join(root, '.tap')));
});

t.test('without memory for two files they run one after the other', async (t) => {
  const alone = `require('node:fs').mkdirSync('running');
setTimeout(() => { require('node:fs').rmdirSync('running'); console.log('TAP version 14\\nok 1\\n1..1'); }, 500);`;
  const { run } = project(t, { 'one.test.ts': alone, 'two.test.ts': alone, 'three.test.ts': alone }, withMemory(1.9));
  t.match(run(), { status: 0, stdout: /^# \{ total: 3, pass: 3 \}$/m });
});

t.test('a run removes whatever its files leave in the temporary folder', async (t) => {
  const left = `const { mkdtempSync, writeFileSync } = require('node:fs');
writeFileSync('noted', mkdtempSync(require('node:os').tmpdir() + '/left-'));
process.kill(process.pid, 'SIGKILL');`;
  const { root, temporary, run } = project(t, { 'left.test.ts': left });
  t.equal(run().status, 1);
  t.ok(readFileSync(join(root, 'noted'), 'utf8').startsWith(`${temporary}/`));
  t.strictSame(readdirSync(temporary), []);
});

t.test('files that keep several processes busy run alone, before all others', async (t) => {
  const noted = `const { appendFileSync } = require('node:fs'); const name = require('node:path').basename(__filename);
appendFileSync('noted', 'begin ' + name + ' ');
setTimeout(() => { appendFileSync('noted', 'end ' + name + ' '); console.log('TAP version 14\\nok 1\\n1..1'); }, 200);`;
  const names = ['a.test.ts', 'cluster.test.ts', 'serve-overload.test.ts', 'serve-sync-hitch.test.ts'];
  const { root, run } = project(t, Object.fromEntries(names.map((name) => [name, noted])), withMemory(8));
  t.equal(run().status, 0);
  const inTurn = [...names.slice(1), names[0]].map((name) => `begin ${name} end ${name} `);
  t.equal(readFileSync(join(root, 'noted'), 'utf8'), inTurn.join(''));
});

t.test('each file that runs alone exists: a renamed one would run beside others', async (t) => {
  const root = join(import.meta.dirname, '..');
  t.strictSame(
    [...alone].filter((file) => !existsSync(join(root, file))),
    [],
  );
});
