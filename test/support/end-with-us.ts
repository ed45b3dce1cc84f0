/** Ends the processes of a test with it, also when the test is killed without teardown, as one that takes too long is. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Ending } from './folder.ts';

/** `child`, which is killed when the test ends, if it has not ended by itself, or when this process has ended before. */
export function ofTest<Child extends ChildProcess>(t: Ending, child: Child): Child {
  endWithUs(child);
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

/** Sends `signal` to `child` when this process has ended before it, however that was. */
export function endWithUs(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (child.pid === undefined) return;
  // The guard waits until the other end of its pipe, in this process, is gone.
  const command = ['-c', 'read -r _; kill -s "$1" "$0"', String(child.pid), signal.slice('SIG'.length)];
  const guard = spawn('sh', command, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.stdin.on('error', () => undefined);
  guard.unref();
  child.once('exit', () => guard.kill('SIGKILL'));
}

/** True once it has ended, by itself or by a signal. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Ends `child` by `signal`; resolves when it has ended, at once where it had. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
