/** The log when nobody takes it (issue 7, 'Must hold'): a full disk, a reader that stops or goes. */
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
  // A shell tells of a language that the machine lacks, and runs its user's file where its input is a socket.
  // Node tells of its own timers for tests.
  const env = { ...process.env, LC_ALL: 'C', NODE_OPTIONS: '--disable-warning=ExperimentalWarning' };
  const child = ofTest(t, spawn('bash', ['--norc', '-c', command], { env, stdio: ['pipe', 'ignore', 'pipe'] }));
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

/** A pipe that has a name. */
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

t.test('a reader that stops holds nothing up, and gets every line when it goes on', async (t) => {
  const path = namedPipe(t);
  const reader = readerOf(t, path);
  // A pipe takes 64 KiB.
  const child = startLogging(t, 600, `> "${path}"`);
  t.equal(await word(child), 'done\n', 'nobody has read yet');
  await getsLines(t, reader, 600);
});

t.test('it gets them as soon as it goes on', async (t) => {
  const path = namedPipe(t);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  t.teardown(() => closeSync(reader));
  const child = startLogging(t, 300, `soon > "${path}"`);
  t.equal(await word(child), 'done\n', 'nobody has read yet');
  const first = allOf(reader);
  child.stdin!.write('\n');
  await once(child, 'exit');
  t.equal((first + allOf(reader)).split('\n').length, 301);
});

/** What a pipe holds now. */
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

t.test('so does a terminal that stops, as that of a stalled session', { skip: noTerminal }, async (t) => {
  const path = namedPipe(t);
  const reader = readerOf(t, path);
  // The terminal and its pipe take some 150 KiB, and go on by a few in a second.
  const command = `exec script -qc 'exec "${process.execPath}" "${logging}" 600 2>&3' /dev/null 3>&2 > "${path}"`;
  const child = ofTest(t, spawn('bash', ['--norc', '-c', command], { stdio: ['pipe', 'ignore', 'pipe'] }));
  t.equal(await word(child), 'done\n', 'nobody has read yet');
  await getsLines(t, reader, 600);
});

t.test('so does a journal that stops, which is a socket', async (t) => {
  const server = createServer({ pauseOnConnect: true }).listen(join(testFolder(t), 'journal'));
  await once(server, 'listening');
  const output = connect(server.address() as string);
  const [[journal]] = (await Promise.all([once(server, 'connection'), once(output, 'connect')])) as [[Socket], unknown];
  t.teardown(() => {
    for (const socket of [journal, output]) socket.destroy();
    server.close();
  });
  // A socket takes 208 KiB.
  const child = ofTest(t, spawn(process.execPath, [logging, '3000'], { stdio: ['ignore', output, 'pipe'] }));
  t.equal(await word(child), 'done\n', 'nobody has read yet');
  await getsLines(t, journal.resume(), 3000);
});

t.test('a terminal gets the last lines of a process that ends, too', { skip: noTerminal }, async (t) => {
  const path = namedPipe(t);
  const reader = readerOf(t, path);
  // It takes 8 KiB before it is read.
  const command = `exec script -qc 'exec "${process.execPath}" "${logging}" 100 last 2>/dev/null' /dev/null > "${path}"`;
  ofTest(t, spawn('bash', ['--norc', '-c', command], { stdio: ['pipe', 'ignore', 'ignore'] }));
  await getsLines(t, reader, 100);
});

/** Reads until the last of `count` lines has come, each in its place. */
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
