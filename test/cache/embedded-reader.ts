/** A process that holds an old snapshot of the embedded store in `folder`, like one that is suspended while it reads. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';

const [folder] = process.argv.slice(2);
const [name] = readdirSync(folder!);
const root = open({ path: join(folder!, name!), maxDbs: 2, noSync: true, keyEncoding: 'binary', encoding: 'binary' });
const held = root.useReadTransaction();
// The timer refers to the snapshot, which would else end with the next garbage collection.
setInterval(() => held, 1000);
setTimeout(() => {
  globalThis.gc!();
  process.stdout.write('"holds"\n');
}, 10);
