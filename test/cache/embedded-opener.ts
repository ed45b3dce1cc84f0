/**
 * A process that opens the embedded store in `folder`, at `atMs` if that is still to come, prints `damaged` if it replaces it, then `open`
 * or the fault, then `alive`, and lives until it is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';

const onDamage = (): unknown => process.stdout.write('damaged\n');
const [folder, atMs = 0] = process.argv.slice(2);
await sleep(Math.max(0, Number(atMs) - Date.now()));
try {
  // oxlint-disable-next-line no-new -- only that it opens matters here
  new EmbeddedCache({ path: folder!, maxBytes: 16_777_216, nowMs: Date.now, onDamage });
  process.stdout.write('open\n');
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}
setTimeout(() => process.stdout.write('alive\n'), 100);
setInterval(() => undefined, 1000);
