/** Names of the host's own servers: one that gets no answer does not delay others (traps: Node resolves names on two threads). */
import { join } from 'node:path';
import t from 'tap';
import { serverLookup } from '../src/server-lookup.ts';
import { resolverSkip, runUnnamed } from './support/silent-resolver.ts';
import { until } from './support/until.ts';

const script = join(import.meta.dirname, 'silent-servers.ts');
const kinds = ['http', 'mysql', 'postgres', 'redis', 'rates'];

// Side by side, as each waits for six seconds. Each has a network of its own.
t.jobs = kinds.length;

for (const kind of kinds) {
  const options = { skip: resolverSkip, buffered: true };
  t.test(`a silent name of a server (${kind}) does not delay other names`, options, async (t) => {
    const child = runUnnamed(t, script, kind);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    t.ok(await until(() => said === 'found '));
  });
}

/** What a lookup of `name` gives: its error code, its addresses, or its address and family. */
function looked(name: string, options: object): Promise<unknown> {
  return new Promise((resolve) =>
    serverLookup(name, options, (error, ...found) => resolve(error === null ? found : error.code)),
  );
}

t.test('each of several lookups at once gets the result in its own form', async (t) => {
  const forms = [{ family: 4 }, { family: 4, all: true }, { family: 4, all: true }];
  const [one, all, again] = await Promise.all(forms.map((form) => looked('localhost', form)));
  t.strictSame(one, ['127.0.0.1', 4]);
  t.strictSame(all, [[{ address: '127.0.0.1', family: 4 }]]);
  t.strictSame(again, all);
  t.equal(await looked(`${'x'.repeat(70)}.example`, {}), 'ENOTFOUND');
});
