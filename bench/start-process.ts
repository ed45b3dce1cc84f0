/**
 * Starts the processes of a benchmark; none outlives this process, however it ends.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Where a process runs, and what it gets besides its arguments. */
export interface ProcessPlace {
  /** Default: this process's own. */
  readonly cwd?: string;
  /** A file of additional certificates to trust, '' for none. */
  readonly caFile?: string;
  /** Whether it gets a channel for messages. */
  readonly hasChannel?: boolean;
}

/** Starts Node with `args`; stdin and stdout are pipes, stderr is this process's. */
export function startProcess(
  args: readonly string[],
  { cwd, caFile = '', hasChannel = false }: ProcessPlace = {},
): ChildProcess {
  const trust = caFile === '' ? {} : { NODE_EXTRA_CA_CERTS: caFile };
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', ...trust },
    stdio: hasChannel ? ['pipe', 'pipe', 'inherit', 'ipc'] : ['pipe', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Everything that the process writes to stdout until it ends; rejects, naming `what`, if it fails. */
export async function outputOf(child: ChildProcess, what: string): Promise<string> {
  let text = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${what} ended with status ${status}`);
  return text;
}
