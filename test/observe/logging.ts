/** A process that logs as many lines as it is told, and then says so on standard error. */
import { createLog } from '../../src/observe/log.ts';

const log = createLog('info');
for (let at = 0; at < Number(process.argv[2]); at++) log.info(`line ${at} ${'x'.repeat(200)}`);
process.stderr.write('done\n');
setInterval(() => undefined, 1000);
