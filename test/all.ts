/**
 * Runs the test files of the project in the working folder, or only those whose path contains a word of the command line. Each file
 * runs in its own process, twice as many at a time as there are cores if memory allows. The `tap` command is not used, because it would
 * load hooks into every process, including the services that tests start, and double their start time.
 */
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { alone } from './support/alone.ts';

/** The options as the user set them: on Node 26, tap adds to them as soon as it is imported. */
const nodeOptions = process.env['NODE_OPTIONS'] ?? '';
const { default: t } = await import('tap');

const usage = `Runs the test files of the project, or only those whose path contains one of the words.

Usage
  npm test -- [WORD …]

  TAP_JOBS=N   files at a time (default: twice as many as there are cores, as far as memory allows)
  CI=true      a test whose program is missing (a database, a browser) fails instead of being skipped

Exit status
  0   every file passed
  1   a file failed, or no file has such a path
`;

const words = process.argv.slice(2);
if (words.includes('--help') || words.includes('-h')) {
  process.stdout.write(usage);
  process.exit(0);
}
const found = globSync('test/**/*.test.ts')
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted();

const files = [...found.filter((file) => alone.has(file)), ...found.filter((file) => !alone.has(file))];

/** A test file that takes longer is considered hung. To tap this is the limit of all its tests together: a test's own could only shorten it. */
const timeoutSeconds = 300;
/** Where tests write; removed at the end of the run, with whatever a killed test file left behind. */
const folder = mkdtempSync(join(tmpdir(), 'gavel-tests-'));
// Readable for PostgreSQL, which runs as another user.
chmodSync(folder, 0o755);
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
const env = { ...process.env, TAP_TIMEOUT: String(timeoutSeconds), TMPDIR: folder };

if (process.stdout.isTTY) {
  t.register();
  const lines = createInterface({ input: t.pipe(new PassThrough()) });
  // On a terminal, show only failures and one line per file.
  lines.on('line', (line) => /^ +(?:ok |# Subtest)|^ *(?:1\.\.|# time=|$)/.test(line) || console.log(line));
}

/** What a file takes with the services that it starts, in bytes. */
const fileBytes = 2 ** 30;
// More jobs than cores, because many files wait as long as they compute.
const jobs = Math.min(2 * availableParallelism(), Math.floor(process.availableMemory() / fileBytes));
t.jobs = Number(process.env['TAP_JOBS'] ?? Math.max(1, jobs));
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
    buffered: t.jobs > 1 && !alone.has(file),
    timeout: timeoutSeconds * 1000,
    at: null,
    stack: '',
  };
  // `env` restores NODE_OPTIONS: tap makes a child measure code coverage, which nobody reads and which takes half of all tests' CPU time.
  const command = [`NODE_OPTIONS=${nodeOptions}`, process.execPath, file];
  ended.push(t.spawn('env', command, options).then((results) => (results?.ok ? '' : file)));
}
