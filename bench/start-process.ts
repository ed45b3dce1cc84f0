/**
 * The processes that a benchmark starts: whatever ends this one, none outlives it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Where a process runs and what it is given besides its arguments. */
export interface ProcessPlace {
  /** This process's own when absent. */
  readonly cwd?: string;
  /** A file of certificates to trust besides the usual ones, '' for none. */
  readonly caFile?: string;
  /** Whether there is a channel for messages. */
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

/** What the process writes on stdout until it ends; rejects, naming `what`, when it fails. */
export async function outputOf(child: ChildProcess, what: string): Promise<string> {
  let text = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${what} ended with status ${status}`);
  return text;
}
