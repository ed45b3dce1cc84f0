/** Notices that no file can be opened any more (issue 7, 'Must hold'): connections are files too, and a client that is not let in tells nobody. */
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { Trouble } from '../seldom.ts';
import type { Log } from './log.ts';

const everyMs = 1000;

/** What to do, by what the system says. */
const fixes: Readonly<Record<string, string>> = {
  EMFILE:
    'this process has as many files and connections open as it may, so no client is let in and no bidder connected to: raise its limit (LimitNOFILE of systemd, ulimit -n)',
  ENFILE:
    'this machine has as many files and connections open as it may, so no client is let in and no bidder connected to: raise fs.file-max (sysctl)',
};

/** Tells `log` when files run out and when there are some again; the function returned ends that. It does not keep the process alive. */
export function watchFileLimit(log: Pick<Log, 'warn' | 'info'>): () => void {
  const trouble = new Trouble<string>(
    (fix) => log.warn(fix),
    () => log.info('files and connections can be opened again'),
  );
  const look = (): void => {
    try {
      closeSync(openSync(devNull, 'r'));
      trouble.end();
    } catch (error) {
      const fix = fixes[(error as NodeJS.ErrnoException).code ?? ''];
      if (fix !== undefined) trouble.begin(fix);
    }
  };
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}
