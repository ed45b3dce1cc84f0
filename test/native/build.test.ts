// The addon is only an accelerator: where it cannot be built, installation succeeds and says so, and JavaScript serves.

import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { nativeFault } from '../../src/native/addon.ts';
import { addonPath } from '../../src/native/addon-path.ts';
import { install } from '../support/install.ts';
import { startProcess } from '../support/process.ts';
import { bareEnv } from '../support/run-script.ts';
import { serviceFile } from '../support/service-file.ts';

const sources = join(import.meta.dirname, '../../src/native');

/** A copy of src/native without an addon, in a folder from which the installed packages are found. */
function copyOf(t: { testdir(): string }): string {
  const folder = join(t.testdir(), 'native');
  cpSync(sources, folder, { recursive: true, filter: (path) => !path.startsWith(join(sources, 'build', '/')) });
  return folder;
}

/** Runs Node in a folder with these variables in its environment. */
function node(folder: string, parameters: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
    cwd: folder,
    env: { ...bareEnv, CXX: '', ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const read = `
  const { readEnvelope, nativeFault } = await import('./envelope.ts');
  console.log(JSON.stringify([nativeFault, readEnvelope(Buffer.from('{"app":{"id":"r"}}'), 'svc').envelope.appId]));`;

t.test('without an addon JavaScript serves, and says why', async (t) => {
  const { status, stdout, stderr } = node(copyOf(t), ['--input-type=module', '-e', read]);
  t.equal(status, 0, stderr);
  t.strictSame(JSON.parse(stdout), ['the native envelope is not built: run `node src/native/build.ts`', 'r']);
});

t.test('a service that starts without an addon logs a warning', async (t) => {
  const installed = install(t);
  rmSync(join(installed, 'src/native/build'), { recursive: true, force: true });
  const service = startProcess(t, ['--config', serviceFile(t)], { installed });
  await service.listening();
  t.match(
    service.output.stdout,
    /"level":40,.*"reason":"the native envelope is not built.*"msg":"the native envelope is/,
  );
});

t.test('an addon that does not load is not used, and the fault says why', async (t) => {
  const folder = copyOf(t);
  mkdirSync(join(folder, 'build'), { recursive: true });
  writeFileSync(join(folder, addonPath), 'no shared object');
  const [fault, id] = JSON.parse(node(folder, ['--input-type=module', '-e', read]).stdout);
  t.match(fault, /^the native envelope does not load \(.*\): run `node src\/native\/build.ts`$/s);
  t.equal(id, 'r');
});

t.test('an addon is used only with the addon.ts of its version', { skip: nativeFault ?? false }, async (t) => {
  const folder = copyOf(t);
  mkdirSync(join(folder, 'build'), { recursive: true });
  copyFileSync(join(sources, addonPath), join(folder, addonPath));
  t.match(node(folder, ['build.ts']).stdout, /^gavel: the native envelope is up to date$/m, 'nothing is built again');
  t.strictSame(JSON.parse(node(folder, ['--input-type=module', '-e', read]).stdout), [null, 'r'], 'it serves');
  const door = readFileSync(join(folder, 'addon.ts'), 'utf8');
  writeFileSync(join(folder, 'addon.ts'), door.replace(/^const layout = .*$/m, 'const layout = -1;'));
  const fault = 'the native envelope has another version: run `node src/native/build.ts`';
  t.strictSame(
    JSON.parse(node(folder, ['--input-type=module', '-e', read]).stdout),
    [fault, 'r'],
    'an addon of another version is not used',
  );
});

const failures: [string, Record<string, string>, RegExp][] = [
  [
    'no compiler',
    { PATH: '/nonexistent' },
    /there is no C\+\+ compiler \(tried c\+\+, g\+\+, clang\+\+\): install one \(e\.g\. `apt-get install g\+\+`\)/,
  ],
  ['a compiler that is not there', { CXX: '/nonexistent/c++' }, /there is no C\+\+ compiler/],
  ['a compiler that fails', { CXX: `${process.execPath} --no-such-flag` }, /ended with status 9: .*--no-such-flag/],
  ['a compiler whose output does not load', { CXX: `${process.execPath} junk.mjs` }, /tmp\.node/],
];

for (const [name, env, reason] of failures) {
  t.test(`installation succeeds with ${name}`, async (t) => {
    const folder = copyOf(t);
    writeFileSync(
      join(folder, 'junk.mjs'),
      "import { writeFileSync } from 'node:fs'; writeFileSync(process.argv.at(-1), 'junk');",
    );
    mkdirSync(join(folder, 'build'), { recursive: true });
    writeFileSync(join(folder, addonPath), 'of older sources');
    utimesSync(join(folder, addonPath), 0, 0);
    const { status, stdout, stderr } = node(folder, ['build.ts'], env);
    t.equal(status, 0, stderr);
    t.match(stdout, /^gavel: WARNING: no native envelope, the slower JavaScript one will be used: /m);
    t.match(stdout, reason);
    t.notOk(existsSync(join(folder, addonPath)), 'no older addon is left');
  });
}
