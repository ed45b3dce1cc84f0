/** Describes errors: those that prevent a start, and those that are logged (interface, 'Commands'; issue 7, 'Must hold'). */
import { fileURLToPath } from 'node:url';
import { isFullDisk } from './full-disk.ts';

/** Fixes for errors that only the system describes, by its error code or call. */
const fixes: Readonly<Record<string, string>> = {
  ERR_WORKER_INIT_FAILED:
    'this process cannot start another thread: raise its limit (TasksMax of systemd, pids of a container, ulimit -u), or lower workers',
  EMFILE: 'this process cannot open another file: raise its limit (LimitNOFILE of systemd, ulimit -n)',
  ENFILE: 'this machine cannot open another file: raise fs.file-max (sysctl)',
  uv_cwd: 'the working directory of this process no longer exists: start it in one that does',
};

/** The sentences that describe an error; an AggregateError has several. */
export function faultsOf(error: unknown): readonly string[] {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.flatMap(faultsOf);
  const { code = '', syscall = '', message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  // The message of a thread's error ends with the relevant code.
  const fix = fixes[message.endsWith('EMFILE') ? 'EMFILE' : syscall] ?? fixes[code];
  if (fix !== undefined) return [fix];
  return [error instanceof Error ? error.message : String(error)];
}

/** What to do about `error`, with which the file of the setting `path` could not be written. */
export function writeFix(error: unknown, path: string): string {
  if (isFullDisk(error)) return `free space on the disk of ${path}`;
  return fixes[(error as NodeJS.ErrnoException).code ?? ''] ?? `check ${path}`;
}

/** The reason for an error, with its causes, as a single line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  // An AggregateError of several connection attempts has no message.
  const inner = error instanceof AggregateError ? error.errors.map(reasonOf).join('; ') : '';
  const cause = error.cause === undefined ? '' : ` (${reasonOf(error.cause)})`;
  return `${error.message || inner || code || error.name}${cause}`;
}

/** Describes why the import of the file at `url` failed, with the line if known. */
export function importFault(url: string, reason: unknown): string {
  const { message, stack = '' } = reason instanceof Error ? reason : new Error(String(reason));
  const line = /^:\d+/.exec(stack.split(url)[1] ?? '')?.[0] ?? '';
  return `${fileURLToPath(url)}${line}: ${message}`;
}
