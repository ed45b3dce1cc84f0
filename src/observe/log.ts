/** Decides the form of the service's log, one JSON object a line on standard output (package pino), and what becomes of lines that cannot be written. */
import { constants, fstatSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import { pino, type Logger } from 'pino';

/** A logger; every value is escaped as JSON, so no input can forge a line. */
export type Log = Logger;

const standardOutput = 1;

/** So many bytes of lines wait while the disk is full or nobody reads; what is over it is lost. */
const maxWaitingBytes = 1_048_576;

/** The pause before waiting lines are tried again, in milliseconds. */
const againMs = 1000;
/** That pause where a reader only has to go on: a terminal takes 8 KiB at once. */
const soonMs = 50;

/** A log of `level` and above. Lines are written at once, so a dying process loses none; those that cannot be written hold up its end alone, for that pause. */
export function createLog(level: string): Log {
  output ??= openOutput();
  return pino({ level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, output);
}

type Output = ReturnType<typeof pino.destination>;

/** One for the process, whatever logs there are. */
let output: Output | undefined;

function openOutput(): Output {
  let patientUntilMs = -Infinity;
  const opened = pino.destination({
    dest: patientOutput(),
    sync: true,
    maxLength: maxWaitingBytes,
    retryEAGAIN: () => performance.now() < patientUntilMs,
  });
  // pino's own listener gives up for good when a reader is gone, which may come back.
  opened.removeAllListeners('error');
  let timer: NodeJS.Timeout | undefined;
  // Unheard, an error would be thrown at whoever logs. The lines stay, and go out before the next ones.
  opened.on('error', ({ code }: NodeJS.ErrnoException) => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        opened.write('');
      },
      code === 'EAGAIN' ? soonMs : againMs,
    ).unref();
  });
  // Its reader needs a moment for the last lines, which say why the process ends.
  process.once('exit', () => {
    if (timer === undefined) return;
    patientUntilMs = performance.now() + againMs;
    opened.write('');
  });
  return opened;
}

/** Standard output, so that writing to one that nobody reads fails instead of waiting: a pipe or a terminal is opened once more, for us alone. */
function patientOutput(): number {
  try {
    const stats = fstatSync(standardOutput);
    // That of journald: to make a stream of it is Node's only way to say that nothing waits for it.
    if (stats.isSocket()) return process.stdout.fd;
    if (!stats.isFIFO() && !isatty(standardOutput)) return standardOutput;
    return openSync(`/proc/self/fd/${standardOutput}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return standardOutput;
  }
}
