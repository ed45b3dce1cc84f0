/** Decides the form of the service's log: one JSON object a line on standard output (package pino). */
import { pino, type Logger } from 'pino';

/** A logger; every value is escaped as JSON, so no input can forge a line. */
export type Log = Logger;

/** A log of `level` and above. Lines are written at once: a dying process loses none. */
export function createLog(level: string): Log {
  return pino(
    { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 1, sync: true }),
  );
}
