/** Stops a server for a test, as if its machine hung. */
import { readdirSync, readFileSync } from 'node:fs';
import { stand } from './stand.ts';

/**
 * Stops all threads of the process `pid`, if it still runs, and returns when they stand still: on a busy machine the thread that gets the
 * signal may wait for a core, and the others serve until then.
 */
export function freeze(pid: number): void {
  try {
    process.kill(pid, 'SIGSTOP');
    while (readdirSync(`/proc/${pid}/task`).some((thread) => isRunning(`/proc/${pid}/task/${thread}`))) stand(1);
  } catch {
    // It has ended, or this is not Linux.
  }
}

function isRunning(thread: string): boolean {
  return !/\) [TtZX] /.test(readFileSync(`${thread}/stat`, 'utf8'));
}
