/** The log when nobody takes it (issue 7, 'Must hold'): a full disk, a reader that stops or goes. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';

const logging = join(import.meta.dirname, 'logging.ts');

/** Runs `logging.ts` with `lines` lines, its output where the shell's `redirection` says. */
function startLogging(t: Test, lines: number, redirection: string): ChildProcess {
  const command = `exec "${process.execPath}" "${logging}" ${lines} ${redirection}`;
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'ignore', 'pipe'] });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

/** The first that the process says on standard error: it does so when it has logged all. */
async function word(child: ChildProcess): Promise<string> {
  const [said] = (await once(child.stderr!, 'data')) as [Buffer];
  return said.toString();
}

t.test('a full disk costs lines, not the process', async (t) => {
  t.equal(await word(startLogging(t, 3, '> /dev/full')), 'done\n');
});

t.test('a reader that is gone costs lines, not the process', async (t) => {
  t.equal(await word(startLogging(t, 3, '> >(true; exec >&-)')), 'done\n');
});

t.test('a reader that stops holds nothing up, and gets every line when it goes on', async (t) => {
  const path = join(t.testdir(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) });
  t.teardown(() => reader.destroy());
  // A pipe takes 64 KiB.
  const child = startLogging(t, 600, `> "${path}"`);
  t.equal(await word(child), 'done\n', 'nobody has read yet');
  let text = '';
  for await (const chunk of reader) {
    text += String(chunk);
    if (text.includes('line 599 ') && text.endsWith('\n')) break;
  }
  const lines = text.trim().split('\n');
  t.equal(lines.length, 600);
  t.ok(lines.every((line, at) => (JSON.parse(line) as { msg: string }).msg.startsWith(`line ${at} `)));
});
