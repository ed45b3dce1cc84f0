/**
 * Runs the test files of the project in the working folder, those whose path contains a word of the command line if it has any:
 * each in a process of its own, one more at a time than there are cores. The `tap` command would load hooks into every process, the
 * services that tests start among them, which doubles the time that each takes to start.
 */
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';

/** As they are set: on Node 26 tap adds to them as soon as it is imported. */
const nodeOptions = process.env['NODE_OPTIONS'] ?? '';
const { default: t } = await import('tap');

const words = process.argv.slice(2);
const found = globSync('test/**/*.test.ts')
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted();

/** These keep several processes busy themselves, and count what becomes of each auction: they go first, one after the other. */
const alone = /^test\/(?:cluster(?!\/messages|\/stored)|serve-(?!long-)|hosting\/proxies\.)/;
const files = [...found.filter((file) => alone.test(file)), ...found.filter((file) => !alone.test(file))];

/** A file that takes longer hangs. */
const timeoutSeconds = 300;
/** Where they write: what a file leaves that was killed goes with the run. */
const folder = mkdtempSync(join(tmpdir(), 'gavel-tests-'));
// PostgreSQL runs as another user.
chmodSync(folder, 0o755);
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
const env = { ...process.env, TAP_TIMEOUT: String(timeoutSeconds), TMPDIR: folder };

if (process.stdout.isTTY) {
  t.register();
  const lines = createInterface({ input: t.pipe(new PassThrough()) });
  // A reader wants what failed, and a line for each file.
  lines.on('line', (line) => /^ +(?:ok |# Subtest)|^ *(?:1\.\.|# time=|$)/.test(line) || console.log(line));
}

// Many files wait more than they compute.
t.jobs = Number(process.env['TAP_JOBS'] ?? availableParallelism() + 1);
t.setTimeout(0);
if (files.length === 0) {
  const importing = globSync('test/**/*.test.ts').filter((file) => {
    const text = readFileSync(file, 'utf8');
    return words.some((word) => text.includes(`/${word}.ts'`));
  });
  const verb = importing.length > 1 ? 'import' : 'imports';
  const instead = importing.length === 0 ? '' : `; ${importing.toSorted().join(', ')} ${verb} a file of that name`;
  console.error(`test: no file below test has ${words.join(' or ')} in its path${instead}`);
  process.exit(1);
}
t.plan(files.length);
const ended: Promise<string>[] = [];
t.teardown(async () => {
  for (const failed of await Promise.all(ended)) if (failed !== '') t.comment(`failed: ${failed}`);
});
for (const file of files) {
  const options = {
    env,
    name: file,
    buffered: t.jobs > 1 && !alone.test(file),
    timeout: timeoutSeconds * 1000,
    at: null,
    stack: '',
  };
  // tap has a child measure what of the code it runs, which nobody reads: half of all tests' processor time.
  const command = [`NODE_OPTIONS=${nodeOptions}`, process.execPath, file];
  ended.push(t.spawn('env', command, options).then((results) => (results?.ok ? '' : file)));
}
