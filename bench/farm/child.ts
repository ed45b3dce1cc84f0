/**
 * Child processes of a benchmark or the sandbox: waits for the line that says that one is ready, and ends it by its id.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const startLimitMs = 60_000; // a busy machine starts a service slowly
const stopLimitMs = 5_000;
const keptLines = 20;

/** Ends a process (SIGTERM, after 5 s SIGKILL) and resolves when it is gone; at once if it never ran or has ended. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await gone;
  clearTimeout(timer);
}

/**
 * Reads stdout (which is piped) line by line until `accept` returns a value, and resolves with it; later lines are read and dropped.
 * Rejects, with `what` and its last lines, if the process ends first or does not get there within 60 s (or `limitMs`): it is then gone.
 */
export function whenReady<T>(
  child: ChildProcess,
  what: string | { readonly name: string; readonly limitMs: number },
  accept: (line: string) => T | undefined,
): Promise<T> {
  const { name, limitMs } = typeof what === 'string' ? { name: what, limitMs: startLimitMs } : what;
  const ready = new Promise<T>((resolve, reject) => {
    const lines: string[] = [];
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error([`${name} did not start: ${why}`, ...lines].join('\n  ')));
    };
    const timer = setTimeout(() => fail(`no word in ${limitMs} ms`), limitMs);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => fail(`it ended with ${signal ?? `status ${code}`}`));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const accepted = accept(line);
      if (accepted !== undefined) {
        clearTimeout(timer);
        resolve(accepted);
      } else if (lines.push(line) > keptLines) lines.shift();
    });
  });
  return ready.catch(async (error: unknown) => {
    await endChild(child);
    throw error;
  });
}
