/**
 * Notices when no more files can be opened (issue 7, 'Must hold'): connections are files too, and nothing else reports a client that is not
 * let in.
 */
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { Trouble } from '../seldom.ts';
import type { Log } from './log.ts';

const checkEveryMs = 1000;

/** What to do, by the system's error code. */
const fixes: Readonly<Record<string, string>> = {
  EMFILE:
    'this process has reached its limit of open files and connections, so it accepts no clients and connects to no bidders: raise it (LimitNOFILE of systemd, ulimit -n)',
  ENFILE:
    'this machine has reached its limit of open files and connections, so it accepts no clients and connects to no bidders: raise fs.file-max (sysctl)',
};

/**
 * Logs when files run out and when they are available again. Returns a function that stops this. The timer does not keep the process alive.
 */
export function watchFileLimit(log: Pick<Log, 'warn' | 'info'>): () => void {
  const trouble = new Trouble<string>(
    (fix) => log.warn(fix),
    () => log.info('files and connections can be opened again'),
  );
  const check = (): void => {
    try {
      closeSync(openSync(devNull, 'r'));
      trouble.end();
    } catch (error) {
      const fix = fixes[(error as NodeJS.ErrnoException).code ?? ''];
      if (fix !== undefined) trouble.begin(fix);
    }
  };
  const timer = setInterval(check, checkEveryMs).unref();
  return () => clearInterval(timer);
}
