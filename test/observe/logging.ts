/**
 * A process that logs as many lines as it is told, and then says so on standard error; told `later`, it says when it could, and waits
 * for a word; told `last`, it ends with them; told `soon`, its clock goes on by a tenth of a second at a word, and then it dies.
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
