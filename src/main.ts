/**
 * The process's first lines: what must hold before all other code is read, which takes most of a second; and the only reader of
 * the environment (house, 'Folders'; interface, 'Commands').
 */
import { setFlagsFromString } from 'node:v8';

// V8 would make objects of kinds that often outlive the young generation in the old one at once. They keep all that they point to
// until the old one is collected: a fifth of an auction's cost (bench/README, 'Choices').
setFlagsFromString('--no-allocation-site-pretenuring');
// Node looks names up on half of these threads: with its own four, two bidders' names that get no answer would keep those of all
// others waiting at the start, until the resolver gives up.
process.env['UV_THREADPOOL_SIZE'] ??= '16';
// A reload that is asked for while this process starts ends nothing: it is made up for.
let isAsked = false;
let endsUs = false;
const end = (): void => {
  process.off('SIGHUP', hear);
  process.kill(process.pid, 'SIGHUP');
};
const hear = (): void => {
  isAsked = true;
  // Once others hear it they decide.
  if (endsUs && process.listenerCount('SIGHUP') === 1) end();
};
process.on('SIGHUP', hear);
// Not by taking the handler away: a signal that has come and is not heard yet would be lost.
const unhear = (): void => {
  endsUs = true;
  if (isAsked) end();
};
// Faults that nobody can read, because the disk is full or the reader gone, end nothing that runs.
process.stderr.on('error', () => undefined);
const { runCommand } = await import('./command-line.ts');
await runCommand({ args: process.argv.slice(2), env: process.env, earlyReload: { isAsked: () => isAsked, unhear } });
