/** A process that opens the embedded store in `folder`, prints `open` or the fault, then `alive`, and lives until it is killed. */
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';

const [folder] = process.argv.slice(2);
try {
  // oxlint-disable-next-line no-new -- only that it opens matters here
  new EmbeddedCache({ path: folder!, maxBytes: 16_777_216, nowMs: Date.now });
  process.stdout.write('open\n');
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}
setTimeout(() => process.stdout.write('alive\n'), 100);
setInterval(() => undefined, 1000);
