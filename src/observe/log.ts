/**
 * Writes the service's log: one JSON object a line on standard output (package pino). Decides what happens to lines that cannot be written.
 */
import { constants, fstatSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import { pino, type Logger } from 'pino';

/** A logger; every value is escaped as JSON, so no input can forge a line. */
export type Log = Logger;

const standardOutput = 1;

/** Most bytes of lines that wait while the disk is full or nobody reads; further lines are lost. */
const maxWaitingBytes = 1_048_576;

/** The pause before waiting lines are retried, in milliseconds. */
const retryMs = 1000;
/** The pause when a reader is only slow: a terminal takes 8 KiB at once. */
const slowReaderRetryMs = 50;

/**
 * A log of `level` and above. Lines are written synchronously, so a dying process loses none. Lines that cannot be written delay only the
 * end of the process, by the retry pause at most.
 */
export function createLog(level: string): Log {
  output ??= openOutput();
  return pino({ level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, output);
}

type Output = ReturnType<typeof pino.destination>;

/** One output for all logs of the process. */
let output: Output | undefined;

function openOutput(): Output {
  let retryUntilMs = -Infinity;
  const opened = pino.destination({
    dest: nonBlockingOutput(),
    sync: true,
    maxLength: maxWaitingBytes,
    retryEAGAIN: () => performance.now() < retryUntilMs,
  });
  // pino's own listener gives up for good when the reader is gone, but it may come back.
  opened.removeAllListeners('error');
  let timer: NodeJS.Timeout | undefined;
  // Without a listener the error would be thrown at the caller of the log. The lines stay buffered, and go out before later ones.
  opened.on('error', ({ code }: NodeJS.ErrnoException) => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        opened.write('');
      },
      code === 'EAGAIN' ? slowReaderRetryMs : retryMs,
    ).unref();
  });
  // Gives the reader a moment to take the last lines, which say why the process ends.
  process.once('exit', () => {
    if (timer === undefined) return;
    retryUntilMs = performance.now() + retryMs;
    opened.write('');
  });
  return opened;
}

/**
 * A descriptor for standard output on which writes fail instead of blocking when nobody reads: a pipe or a terminal is opened again, for
 * this process alone.
 */
function nonBlockingOutput(): number {
  try {
    const stats = fstatSync(standardOutput);
    // A socket is journald's. Making a stream of it is Node's only way to make it non-blocking.
    if (stats.isSocket()) return process.stdout.fd;
    if (!stats.isFIFO() && !isatty(standardOutput)) return standardOutput;
    return openSync(`/proc/self/fd/${standardOutput}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return standardOutput;
  }
}
