/** A process that holds an old snapshot of the embedded store in `folder`, as one that was stopped while it read would. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';

const [folder] = process.argv.slice(2);
const [name] = readdirSync(folder!);
const root = open({ path: join(folder!, name!), maxDbs: 2, noSync: true, keyEncoding: 'binary', encoding: 'binary' });
const held = root.useReadTransaction();
// The snapshot ends when the collector finds that nobody refers to it, not even the library: the timer does.
setInterval(() => held, 1000);
setTimeout(() => {
  globalThis.gc!();
  process.stdout.write('"holds"\n');
}, 10);
