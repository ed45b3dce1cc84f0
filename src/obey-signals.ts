/** Handles the signals of a service (interface, 'Commands'): restart, drain, immediate end. */
import type { Cluster } from './cluster.ts';
import type { Log } from './observe/log.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * Sets the action of SIGHUP, in place of any earlier one; until there is one, the signal only waits. It is called at once if the signal has
 * come already.
 */
export type OnHangup = (action: () => void) => void;

/** The log, the sandbox if there is no configuration file, and the setter of the action of SIGHUP. */
export interface SignalParts {
  readonly log: Log;
  readonly sandbox: Sandbox | undefined;
  readonly onHangup: OnHangup;
}

/**
 * SIGHUP restarts the processes one by one. The first SIGTERM or SIGINT drains and ends with status 0; a second one ends at once. A sandbox
 * has no file to read again, so SIGHUP ends it, as when its terminal closes.
 */
export function obeySignals(running: Cluster, { log, sandbox, onHangup }: SignalParts): void {
  const end = async (signal: string): Promise<void> => {
    if (running.isEnding) {
      running.kill();
      process.exit(1);
    }
    log.info({ signal }, 'draining');
    await running.end();
    await sandbox?.stop();
    log.info('ended');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
  onHangup(() => {
    if (sandbox !== undefined) return void end('SIGHUP');
    if (!running.isEnding) log.info({ signal: 'SIGHUP' }, 'reloading configuration and code');
    void running.restart();
  });
}
