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
// From here on, a SIGHUP ends the process only if its action does. The listener is never replaced: removing it would lose a signal that has
// arrived but is not yet handled.
let isHangupPending = false;
let hangupAction = (): void => {
  isHangupPending = true;
};
process.on('SIGHUP', () => hangupAction());
const onHangup = (action: () => void): void => {
  hangupAction = action;
  if (isHangupPending) action();
  isHangupPending = false;
};
// A failed write to standard error (full disk, reader gone) must not end the process.
process.stderr.on('error', () => undefined);
const { runCommand } = await import('./command-line.ts');
await runCommand({ args: process.argv.slice(2), env: process.env, onHangup });
