/** Puts errors into words: those that hinder a start, and what the log is told of the others (interface, 'Commands'; issue 7, 'Must hold'). */
import { fileURLToPath } from 'node:url';

/** The fixes of what only the system's own words tell, by these. */
const fixes: Readonly<Record<string, string>> = {
  ERR_WORKER_INIT_FAILED:
    'the system gives this process no further thread: raise its limit (TasksMax of systemd, pids of a container, ulimit -u), or set workers lower',
  EMFILE: 'this process may open no further file: raise its limit (LimitNOFILE of systemd, ulimit -n)',
  uv_cwd: 'the folder in which this process was started is gone: start it in one that is there',
};

/** The sentences of an error, which may be several in one. */
export function faultsOf(error: unknown): readonly string[] {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.flatMap(faultsOf);
  const { code = '', syscall = '', message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  // A thread's message ends in the code that matters.
  const fix = fixes[message.endsWith('EMFILE') ? 'EMFILE' : syscall] ?? fixes[code];
  if (fix !== undefined) return [fix];
  return [error instanceof Error ? error.message : String(error)];
}

/** What went wrong, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  // An error of several addresses has no message of its own.
  const inner = error instanceof AggregateError ? error.errors.map(reasonOf).join('; ') : '';
  const cause = error.cause === undefined ? '' : ` (${reasonOf(error.cause)})`;
  return `${error.message || inner || code || error.name}${cause}`;
}

/** What is wrong with the file at `url`, from what its import threw. */
export function importFault(url: string, reason: unknown): string {
  const { message, stack = '' } = reason instanceof Error ? reason : new Error(String(reason));
  const line = /^:\d+/.exec(stack.split(url)[1] ?? '')?.[0] ?? '';
  return `${fileURLToPath(url)}${line}: ${message}`;
}
