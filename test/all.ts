/**
 * Runs the test files, those whose path contains a word of the command line if it has any, each in a process of its own and
 * as many at a time as there are cores. The `tap` command would load hooks into every process, the services that tests start
 * among them, which doubles the time that each takes to start.
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import t from 'tap';

const root = join(import.meta.dirname, '..');
const words = process.argv.slice(2);
const files = globSync('test/**/*.test.ts', { cwd: root })
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort();

/** A file that takes longer hangs. */
const timeoutSeconds = 300;
const env = { ...process.env, TAP_TIMEOUT: String(timeoutSeconds) };

// Many files wait more than they compute.
t.jobs = Number(process.env['TAP_JOBS'] ?? Math.max(2, availableParallelism()));
t.setTimeout(0);
if (files.length === 0) throw new Error(`No test file has ${words.join(' or ')} in its path`);
t.plan(files.length);
const failed: string[] = [];
t.teardown(() => failed.forEach((file) => t.comment(`failed: ${file}`)));
for (const file of files) {
  const options = {
    cwd: root,
    env,
    name: file,
    buffered: t.jobs > 1,
    timeout: timeoutSeconds * 1000,
    at: null,
    stack: '',
  };
  void t.spawn(process.execPath, [file], options).then((results) => void (results?.ok || failed.push(file)));
}
