/** Puts errors into words: those that hinder a start, and what the log is told of the others (interface, 'Commands'; issue 7, 'Must hold'). */

const noThread =
  'the system gives this process no further thread: raise its limit (TasksMax of systemd, pids of a container, ulimit -u), or set workers lower';
const noFile =
  'this process may not open as many files as its threads need: raise its limit (LimitNOFILE of systemd, ulimit -n), or set workers lower';

/** The sentences of an error, which may be several in one. */
export function faultsOf(error: unknown): readonly string[] {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.flatMap(faultsOf);
  const { code, message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  // Its message says a code alone.
  if (code === 'ERR_WORKER_INIT_FAILED') return [message.includes('EMFILE') ? noFile : noThread];
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
