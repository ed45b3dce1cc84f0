/** The command lines of the tools in bench: `--help`, and the errors for wrong flags (interface, 'Commands'). */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { readFlags } from '../../bench/flags.ts';
import { bareEnv, runScript } from '../support/run-script.ts';

t.test('--help of a tool shows how to call it and what its flags do', async (t) => {
  const tools = { auctions: [], micro: [], sizes: [], overload: [], profile: ['flame'], replay: [] };
  for (const [tool, words] of Object.entries(tools)) {
    const path = join(import.meta.dirname, `../../bench/${tool}.ts`);
    const { stdout } = await promisify(execFile)(process.execPath, [path, ...words, '--help']);
    t.match(stdout, /^.+\n\n {2}npm run \S+ -- .+\n\n.* {2}.+\n/, tool);
  }
});

t.test('the error for an unknown flag or argument names --help', async (t) => {
  const usage = { command: 'x', about: 'y', flags: { quick: { type: 'boolean', says: 'z' } } } as const;
  t.throws(() => readFlags(usage, ['--quik']), {
    message: "Unknown option '--quik'; see --help for the flags",
  });
  t.throws(() => readFlags(usage, ['quick']), {
    message: "Unexpected argument 'quick'; see --help for the flags",
  });
  t.equal(readFlags(usage, ['--quick']).values.quick, true);
});

t.test('a wrong size is reported before any is measured', async (t) => {
  const path = join(import.meta.dirname, '../../bench/sizes.ts');
  const { status, stderr } = await runScript(t, [path, '--of', '1x0,two', '--rounds', '1', '--seconds', '0.1']);
  t.equal(status, 1);
  t.equal(stderr, 'sizes: --of two is not valid: give processes x workers, such as 2x0\n');
});

t.test('a tool reports a folder that it cannot create with what to set, and a second command word', async (t) => {
  const path = join(import.meta.dirname, '../../bench/profile.ts');
  const { status, stderr } = await runScript(t, [path, 'flame'], { ...bareEnv, TMPDIR: path });
  t.equal(status, 1);
  t.match(
    stderr,
    /^profile: cannot create a folder in \S+ \(ENOTDIR\): set TMPDIR to one that this user may write to\n$/,
  );
  const two = await runScript(t, [path, 'flame', 'doctor']);
  t.match(two.stderr, /^profile: "doctor" is one word too many/);
});
