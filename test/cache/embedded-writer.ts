/** A process that fills the embedded store in `folder`, prints the kept ids as JSON lines and its last hindrance on standard error, and lives until it is killed. */
import { randomUUID } from 'node:crypto';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';

const [folder, count, valueBytes] = process.argv.slice(2);
// LMDB logs each of its writes that fail here.
console.error = () => process.stderr.write('LMDB\n');
// Tells of each attempt to make room in the file that fails.
const { open } = files;
files.open = async (...args) => {
  const file = await open(...args);
  const append = file.appendFile.bind(file);
  file.appendFile = async (...data) => {
    await append(...data).catch((error: unknown) => {
      process.stderr.write('failed\n');
      throw error;
    });
  };
  return file;
};
syncBuiltinESMExports();
const cache = new EmbeddedCache({ path: folder!, maxBytes: 16_777_216 });
const value = Buffer.alloc(Number(valueBytes), 'x');
for (let left = Number(count); left > 0; left -= 20) {
  const puts = Array.from({ length: 20 }, () => ({ id: randomUUID(), type: 'json' as const, ttlSeconds: 300, value }));
  const ids = await cache.put(puts, Infinity);
  process.stdout.write(`${JSON.stringify(ids)}\n`);
}
process.stderr.write(`${cache.hindrance}\n`);
process.stdout.write('"done"\n');
// Later than rejections of the library, which come after the end of a put.
setTimeout(() => process.stdout.write('"alive"\n'), 500);
setInterval(() => undefined, 1000);
