/** A service whose name server never answers for some bidders from the start still finds the others (traps: Node resolves names on two threads). */
import { once } from 'node:events';
import { join } from 'node:path';
import t from 'tap';
import { testFolder } from '../../support/folder.ts';
import { resolverSkip, runUnnamed } from '../../support/silent-resolver.ts';

const start = join(import.meta.dirname, 'silent-start.ts');

t.test('six names without an answer do not delay a seventh', { skip: resolverSkip }, async (t) => {
  const child = runUnnamed(t, start, testFolder(t));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  t.equal(said, 'seats: good\n');
});
