/**
 * A process that logs a number of lines, and then prints `done` on standard error. With `later` it first prints `ready` and waits for
 * input; with `last` it exits right after the lines; with `soon` it waits for input, advances its clock by 100 ms and kills itself.
 */
import { once } from 'node:events';
import { mock } from 'node:test';
import { createLog } from '../../src/observe/log.ts';

const [lines, when] = process.argv.slice(2);
const log = createLog('info');
if (when === 'soon') mock.timers.enable({ apis: ['setTimeout'] });
if (when === 'later') {
  process.stderr.write('ready\n');
  await once(process.stdin, 'data');
}
for (let at = 0; at < Number(lines); at++) log.info(`line ${at} ${'x'.repeat(200)}`);
process.stderr.write('done\n');
if (when === 'last') process.exit();
if (when === 'soon') {
  await once(process.stdin, 'data');
  mock.timers.tick(100);
  process.kill(process.pid, 'SIGKILL');
}
setInterval(() => undefined, 1000);
