/** The log when its output fails (issue 7, 'Must hold'): a full disk, a reader that stops or goes away. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { connect, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ofTest } from '../support/end-with-us.ts';
import { testFolder } from '../support/folder.ts';
import { isInstalled, skipWithout } from '../support/skip.ts';

const logging = join(import.meta.dirname, 'logging.ts');

/** Runs `logging.ts` with `lines` lines, its output where the shell's `redirection` says. */
function startLogging(t: Test, lines: number, redirection: string): ChildProcess {
  const command = `exec "${process.execPath}" "${logging}" ${lines} ${redirection}`;
  // These keep standard error clean: bash warns of a missing locale, and reads its user's file where its input is a socket; Node warns
  // of its mock timers.
  const env = { ...process.env, LC_ALL: 'C', NODE_OPTIONS: '--disable-warning=ExperimentalWarning' };
  const child = ofTest(t, spawn('bash', ['--norc', '-c', command], { env, stdio: ['pipe', 'ignore', 'pipe'] }));
  return child;
}

/** The first output of the process on standard error, which comes when it has logged all. */
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

/** The path of a new named pipe. */
function namedPipe(t: Test): string {
  const path = join(testFolder(t), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

function readerOf(t: Test, path: string): Socket {
  const reader = new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) });
  t.teardown(() => reader.destroy());
  return reader;
}

t.test('a reader that comes back gets the lines that were logged without it', async (t) => {
  const path = namedPipe(t);
  const gone = readerOf(t, path);
  const child = startLogging(t, 600, `later > "${path}"`);
  t.equal(await word(child), 'ready\n');
  gone.destroy();
  await once(gone, 'close');
  child.stdin!.write('\n');
  t.equal(await word(child), 'done\n');
  await getsLines(t, readerOf(t, path), 600);
});

t.test('a reader that stops does not block the process, and gets every line when it goes on', async (t) => {
  const path = namedPipe(t);
  const reader = readerOf(t, path);
  // More than the 64 KiB that a pipe holds.
  const child = startLogging(t, 600, `> "${path}"`);
  t.equal(await word(child), 'done\n', 'before anything is read');
  await getsLines(t, reader, 600);
});

t.test('a reader that goes on gets the lines within a tenth of a second', async (t) => {
  const path = namedPipe(t);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  t.teardown(() => closeSync(reader));
  const child = startLogging(t, 300, `soon > "${path}"`);
  t.equal(await word(child), 'done\n', 'before anything is read');
  const first = allOf(reader);
  child.stdin!.write('\n');
  await once(child, 'exit');
  t.equal((first + allOf(reader)).split('\n').length, 301);
});

/** The bytes that a pipe holds now. */
function allOf(reader: number): string {
  const bytes = Buffer.alloc(1_048_576);
  let end = 0;
  try {
    for (let more = 1; more > 0; end += more) more = readSync(reader, bytes, end, bytes.byteLength - end, null);
  } catch {
    // It is empty, and may get more.
  }
  return bytes.toString('utf8', 0, end);
}

const noTerminal = skipWithout('script', isInstalled('script', '--version'), 'bsdutils');

t.test(
  'a terminal that stops, as in a stalled session, does not block the process, and gets every line',
  { skip: noTerminal },
  async (t) => {
    const path = namedPipe(t);
    const reader = readerOf(t, path);
    // The terminal and its pipe hold some 150 KiB, and take a few more a second.
    const command = `exec script -qc 'exec "${process.execPath}" "${logging}" 600 2>&3' /dev/null 3>&2 > "${path}"`;
    const child = ofTest(t, spawn('bash', ['--norc', '-c', command], { stdio: ['pipe', 'ignore', 'pipe'] }));
    t.equal(await word(child), 'done\n', 'before anything is read');
    await getsLines(t, reader, 600);
  },
);

t.test('a journal that stops, which is a socket, does not block the process, and gets every line', async (t) => {
  const server = createServer({ pauseOnConnect: true }).listen(join(testFolder(t), 'journal'));
  await once(server, 'listening');
  const output = connect(server.address() as string);
  const [[journal]] = (await Promise.all([once(server, 'connection'), once(output, 'connect')])) as [[Socket], unknown];
  t.teardown(() => {
    for (const socket of [journal, output]) socket.destroy();
    server.close();
  });
  // More than the 208 KiB that a socket holds.
  const child = ofTest(t, spawn(process.execPath, [logging, '3000'], { stdio: ['ignore', output, 'pipe'] }));
  t.equal(await word(child), 'done\n', 'before anything is read');
  await getsLines(t, journal.resume(), 3000);
});

t.test('a terminal gets the last lines of a process that ends', { skip: noTerminal }, async (t) => {
  const path = namedPipe(t);
  const reader = readerOf(t, path);
  // More than the 8 KiB that it holds unread.
  const command = `exec script -qc 'exec "${process.execPath}" "${logging}" 100 last 2>/dev/null' /dev/null > "${path}"`;
  ofTest(t, spawn('bash', ['--norc', '-c', command], { stdio: ['pipe', 'ignore', 'ignore'] }));
  await getsLines(t, reader, 100);
});

/** Reads until the last of `count` lines has come; checks their number and order. */
async function getsLines(t: Test, reader: Socket, count: number): Promise<void> {
  let text = '';
  for await (const chunk of reader) {
    text += String(chunk);
    if (text.includes(`line ${count - 1} `) && text.endsWith('\n')) break;
  }
  const lines = text.trim().split('\n');
  t.equal(lines.length, count);
  t.ok(lines.every((line, at) => (JSON.parse(line) as { msg: string }).msg.startsWith(`line ${at} `)));
}
