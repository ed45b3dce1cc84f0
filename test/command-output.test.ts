/** What is asked for and cannot be written is told, and is no success; a reader that has seen enough is no fault (interface, 'Commands'). */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const source = join(import.meta.dirname, '../src');
const commands = [
  ['gavel', 'main.ts --settings'],
  ['gavel', 'main.ts --version'],
  ['store', 'store-tool.ts --help'],
  ['store', 'store-tool.ts migrate'],
] as const;

/** What the shell says of a command with its output led elsewhere: status, and standard error. */
function run(command: string, redirection: string): readonly [number | null, string] {
  const line = `"${process.execPath}" "${source}/"${command} ${redirection}`;
  const options = { env: { ...process.env, NODE_OPTIONS: '' }, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('bash', ['-c', line], options);
  return [status, stderr];
}

for (const [name, command] of commands) {
  t.test(`${command} on a full disk`, { skip: !existsSync('/dev/full') && 'no /dev/full here' }, async (t) => {
    const fault = `${name}: what was asked for cannot be written (ENOSPC): make room on its disk\n`;
    t.strictSame(run(command, '> /dev/full'), [1, fault]);
  });

  t.test(`${command} for a reader that has gone`, async (t) => {
    t.strictSame(run(command, '| exec 0<&-; exit "${PIPESTATUS[0]}"'), [0, '']);
  });
}
