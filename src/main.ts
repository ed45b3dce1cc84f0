/**
 * The process's first lines: settings that must be made before all other code is loaded, which takes most of a second; also the only reader
 * of the environment (house, 'Folders'; interface, 'Commands').
 */
import { setFlagsFromString } from 'node:v8';

// V8 would allocate kinds of objects that often outlive the young generation directly in the old one. They retain everything that they
// refer to until the old generation is collected: a fifth of an auction's cost (bench/README, 'Choices').
setFlagsFromString('--no-allocation-site-pretenuring');
// Node resolves names on half of these threads. With its default of four, two bidders' names that get no answer would block all other
// lookups at start, until the resolver gives up.
process.env['UV_THREADPOOL_SIZE'] ??= '16';
// A SIGHUP during the start does not end the process: the reload is done afterwards.
let isReloadRequested = false;
let hasDefaultEffect = false;
const endByHangup = (): void => {
  process.off('SIGHUP', onHangup);
  process.kill(process.pid, 'SIGHUP');
};
const onHangup = (): void => {
  isReloadRequested = true;
  // Once the service listens for the signal, it decides.
  if (hasDefaultEffect && process.listenerCount('SIGHUP') === 1) endByHangup();
};
process.on('SIGHUP', onHangup);
// The handler stays: removing it would lose a signal that has arrived but is not yet handled.
const restoreDefault = (): void => {
  hasDefaultEffect = true;
  if (isReloadRequested) endByHangup();
};
// A failed write to standard error (full disk, reader gone) must not end the process.
process.stderr.on('error', () => undefined);
const { runCommand } = await import('./command-line.ts');
await runCommand({
  args: process.argv.slice(2),
  env: process.env,
  earlyReload: { isRequested: () => isReloadRequested, restoreDefault },
});
