/** Output that cannot be written fails a command with a message; a reader that has gone does not (interface, 'Commands'). */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { bareEnv } from './support/run-script.ts';

const source = join(import.meta.dirname, '../src');
const commands = [
  ['gavel', 'main.ts --settings'],
  ['gavel', 'main.ts --version'],
  ['store', 'store-tool.ts --help'],
  ['store', 'store-tool.ts migrate'],
] as const;

/** Status and standard error of a command whose output is redirected. */
function run(command: string, redirection: string): readonly [number | null, string] {
  const line = `"${process.execPath}" "${source}/"${command} ${redirection}`;
  const options = { env: bareEnv, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('bash', ['-c', line], options);
  return [status, stderr];
}

for (const [name, command] of commands) {
  t.test(
    `${command} on a full disk fails with the fix`,
    { skip: !existsSync('/dev/full') && 'no /dev/full here' },
    async (t) => {
      const fault = `${name}: the output cannot be written (ENOSPC): free space on its disk\n`;
      t.strictSame(run(command, '> /dev/full'), [1, fault]);
    },
  );

  t.test(`${command} for a reader that has gone succeeds silently`, async (t) => {
    t.strictSame(run(command, '| exec 0<&-; exit "${PIPESTATUS[0]}"'), [0, '']);
  });
}
