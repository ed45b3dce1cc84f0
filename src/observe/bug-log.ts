/** Logs bugs with the request that met them, at a bounded rate (house, 'Errors'; issue 7, 'Must hold'). */
import { pino } from 'pino';
import { seldomEach } from '../seldom.ts';
import type { Log } from './log.ts';

/** The request that met a bug; `account` is '' while it is unknown. */
export interface BugPlace {
  readonly path: string;
  readonly account: string;
}

/** Reports a bug. */
export type OnBug = (error: unknown, place?: BugPlace) => void;

/** Longest part of a message or name that is compared or logged: clients may have written it. */
const maxLength = 200;

/** Longest stack that is logged, and most nested causes whose messages are shortened in it. */
const maxStackLength = 8000;
const maxCauses = 10;

/**
 * Logs each bug, identified by its message, once a minute, and at most twenty bugs a minute; metrics count every request that meets one.
 * `nowMs` is a clock in milliseconds.
 */
export function bugLog(log: Pick<Log, 'error'>, nowMs?: () => number): OnBug {
  const mayLog = seldomEach(nowMs);
  return (error, place) => {
    const message = error instanceof Error ? error.message : String(error);
    if (!mayLog(message.slice(0, maxLength))) return;
    const { path = '', account = '' } = place ?? {};
    const where = place && { path: path.slice(0, maxLength), account: account.slice(0, maxLength) };
    log.error({ ...where, err: loggedError(error) }, 'bug');
  };
}

/**
 * An error as it is logged: shortened, and without its members, since both may hold a client's words, such as the `input` of an invalid
 * URL.
 */
function loggedError(error: unknown): object | string {
  if (!(error instanceof Error)) return String(error).slice(0, maxLength);
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code } = error as NodeJS.ErrnoException;
  const frames = shortened(stack, error).slice(0, maxStackLength);
  return { type, message: message.slice(0, maxLength), stack: frames, ...(typeof code === 'string' && { code }) };
}

/** The stack with the messages of the error and its causes shortened. */
function shortened(stack: string, error: Error): string {
  let text = stack;
  let current: unknown = error;
  for (let depth = 0; depth < maxCauses && current instanceof Error; depth += 1) {
    const { message, cause } = current;
    if (message.length > maxLength) text = text.replaceAll(message, () => `${message.slice(0, maxLength)}…`);
    current = cause;
  }
  return text;
}
