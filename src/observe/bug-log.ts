/** Tells the log of bugs: where each was met, and not ten thousand times (house, 'Errors'; issue 7, 'Must hold'). */
import { pino } from 'pino';
import { seldomEach } from '../seldom.ts';
import type { Log } from './log.ts';

/** The request that met a bug; `account` is '' while it is not known. */
export interface BugPlace {
  readonly path: string;
  readonly account: string;
}

/** Told of a bug. */
export type OnBug = (error: unknown, place?: BugPlace) => void;

/** Characters of a message or a name that are looked at, or shown: clients may have written them. */
const longest = 200;

/** So much of a stack is shown, and so many causes are made short in it. */
const longestStack = 8000;
const deepest = 10;

/** Logs each bug by its message once a minute, and no more than twenty in a minute: requests that meet one again are in the metrics. `nowMs` is a clock in milliseconds. */
export function bugLog(log: Pick<Log, 'error'>, nowMs?: () => number): OnBug {
  const mayTell = seldomEach(nowMs);
  return (error, place) => {
    const message = error instanceof Error ? error.message : String(error);
    if (!mayTell(message.slice(0, longest))) return;
    const { path = '', account = '' } = place ?? {};
    const where = place && { path: path.slice(0, longest), account: account.slice(0, longest) };
    log.error({ ...where, err: shown(error) }, 'bug');
  };
}

/** An error as the log shows it: whose words it quotes may be a client's, and so may its members be, such as the `input` of a wrong address. */
function shown(error: unknown): object | string {
  if (!(error instanceof Error)) return String(error).slice(0, longest);
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code } = error as NodeJS.ErrnoException;
  const frames = shortened(stack, error).slice(0, longestStack);
  return { type, message: message.slice(0, longest), stack: frames, ...(typeof code === 'string' && { code }) };
}

/** The stack with the messages of the error and its causes in short. */
function shortened(stack: string, error: Error): string {
  let text = stack;
  let one: unknown = error;
  for (let depth = 0; depth < deepest && one instanceof Error; depth += 1) {
    const { message, cause } = one;
    if (message.length > longest) text = text.replaceAll(message, () => `${message.slice(0, longest)}…`);
    one = cause;
  }
  return text;
}
