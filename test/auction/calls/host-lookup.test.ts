/** Look-ups of bidders' hosts: made-up names that get no answer do not delay others (traps: Node resolves names on two threads). */
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { insideCode, namesCode } from '../../../src/auction/calls/call-faults.ts';
import { hostConnector } from '../../../src/auction/calls/host-connector.ts';
import { HostLookup } from '../../../src/auction/calls/host-lookup.ts';
import { stillClock } from '../../stored/cached-source.ts';
import { resolverSkip, runUnnamed } from '../../support/silent-resolver.ts';
import { listening } from '../../support/listening.ts';
import { stand } from '../../support/stand.ts';
import { until } from '../../support/until.ts';

const names = join(import.meta.dirname, 'silent-names.ts');

t.test('with a silent name server made-up names do not delay other names', { skip: resolverSkip }, async (t) => {
  const child = runUnnamed(t, names);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  t.ok(await until(() => said.endsWith('localhost ')), 'another name is found');
  t.equal(said, 'known localhost ', 'known addresses are still used');
});

/** A name with a label too long for any resolver: the system itself refuses it. */
const unheardOf = (place: number): string => `${'x'.repeat(70)}${place}.example`;

/** The error code of a look-up, '' when it finds an address. */
function codeOf(lookup: LookupFunction, name: string): Promise<string> {
  return new Promise((resolve) => lookup(name, { all: true }, (error) => resolve(error?.code ?? '')));
}

t.test('made-up names beyond a hundred waiting ones are refused, configured ones never', async (t) => {
  const refused = async (isMadeUp: boolean): Promise<number> => {
    const places = Array.from({ length: 150 }, (_, place) => place);
    const codes = await Promise.all(places.map((place) => codeOf(new HostLookup(isMadeUp).lookup, unheardOf(place))));
    return codes.filter((code) => code === namesCode).length;
  };
  // One look-up runs while a hundred wait.
  t.strictSame(await Promise.all([refused(true), refused(false)]), [49, 0]);
  t.equal(
    await codeOf(new HostLookup(true).lookup, 'localhost'),
    insideCode,
    'others are looked up once they have ended',
  );
});

t.test('150 concurrent look-ups of one name share its result', async (t) => {
  const lookup = new HostLookup(true).lookup;
  const codes = await Promise.all(Array.from({ length: 150 }, () => codeOf(lookup, unheardOf(0))));
  t.strictSame(new Set(codes), new Set(['ENOTFOUND']));
});

t.test('150 failed names of the configuration are looked up again before made-up ones', async (t) => {
  const clock = stillClock(t);
  const own = Array.from({ length: 150 }, () => new HostLookup().lookup);
  await Promise.all(own.map((lookup) => codeOf(lookup, unheardOf(0))));
  clock.nowMs += 1000;
  const ended: string[] = [];
  const ask = async (name: string, lookup: LookupFunction): Promise<void> =>
    void ended.push(`${name} ${await codeOf(lookup, unheardOf(0))}`);
  const madeUp = ['first', 'second', 'third'].map((name) => ask(name, new HostLookup(true).lookup));
  await Promise.all([...madeUp, ...own.map((lookup) => ask('own', lookup))]);
  const expected = ['first', ...Array<string>(150).fill('own'), 'second', 'third'];
  t.strictSame(
    ended,
    expected.map((name) => `${name} ENOTFOUND`),
  );
});

type Found = { error: NodeJS.ErrnoException | null; addresses: string | LookupAddress[]; family: number | undefined };

function look(lookup: LookupFunction, hostname: string, options: object): Promise<Found> {
  return new Promise((resolve) => {
    let hasReturned = false;
    lookup(hostname, options, (error, addresses, family) => {
      if (!hasReturned) throw new Error('answered before it returned');
      resolve({ error, addresses, family });
    });
    hasReturned = true;
  });
}

t.test('the addresses of a host are found, and remembered', async (t) => {
  const lookup = new HostLookup().lookup;
  const first = await Promise.all([look(lookup, 'localhost', { all: true }), look(lookup, 'localhost', { all: true })]);
  t.strictSame(first[0], first[1]);
  t.ok(Array.isArray(first[0]!.addresses) && first[0]!.addresses.length > 0);
  // With another name, as remembered addresses need no resolver.
  t.strictSame(await look(lookup, 'no-longer-asked.invalid', { all: true }), first[0]);
  for (const family of [4, 'IPv4']) {
    const one = await look(lookup, 'localhost', { family });
    t.match(one, { error: null, addresses: '127.0.0.1', family: 4 });
  }
  t.match(await look(lookup, 'localhost', { family: 0 }), { error: null });
  t.match(await look(lookup, 'localhost', { family: 5 }), { error: { code: 'ENOTFOUND' } });
});

t.test(
  'known addresses are looked up again in the background after half a minute; those of a vanished name are forgotten',
  async (t) => {
    const clock = stillClock(t);
    const lookup = new HostLookup().lookup;
    const known = await look(lookup, 'localhost', { all: true });
    for (const passedMs of [29_999, 1]) {
      clock.nowMs += passedMs;
      t.strictSame(await look(lookup, unheardOf(0), { all: true }), known);
      // Queued behind that look-up, so that it has ended.
      if (passedMs > 1) await codeOf(new HostLookup().lookup, unheardOf(0));
    }
    t.ok(await until(async () => (await codeOf(lookup, 'localhost')) === 'ENOTFOUND'));
    clock.nowMs += 1000;
    t.strictSame(await look(lookup, 'localhost', { all: true }), known);
  },
);

t.test('a made-up host name with an internal address is refused', async (t) => {
  const lookup = new HostLookup(true).lookup;
  for (const options of [{ all: true }, {}]) {
    t.match(await look(lookup, 'localhost', options), { error: { code: 'ERR_HOST_INSIDE' } });
  }
});

t.test('an unknown host fails, and the failure is remembered for a moment', async (t) => {
  const lookup = new HostLookup().lookup;
  const name = `${'a'.repeat(64)}.invalid`;
  t.match(await look(lookup, name, { all: true }), { error: { code: 'ENOTFOUND' } });
  t.match(await look(lookup, 'localhost', {}), { error: { code: 'ENOTFOUND' } }, 'remembered');
});

/** Connects to `hostname`; its error code, '' when it is connected. `meanwhile` runs before anything of that can happen. */
function connect(
  connector: ReturnType<typeof hostConnector>,
  { hostname, port }: { hostname: string; port: number },
  meanwhile?: () => void,
): Promise<string> {
  return new Promise((resolve) => {
    connector({ hostname, port: String(port), protocol: 'http:' }, (error, socket) => {
      socket?.destroy();
      resolve((error as NodeJS.ErrnoException | null)?.code ?? '');
    });
    meanwhile?.();
  });
}

t.test('a host that cannot be connected to is looked up again after a second: it may have moved', async (t) => {
  const clock = stillClock(t);
  const server = createServer((socket) => socket.destroy());
  const port = await listening(t, server);
  const ask = hostConnector({ connectTimeoutMs: 20_000, rejectUnauthorized: true });
  t.equal(await connect(ask, { hostname: 'localhost', port }), '');
  await new Promise((resolve) => server.close(resolve));
  t.equal(await connect(ask, { hostname: 'localhost', port }), 'ECONNREFUSED');
  // That the name is gone shows that it was asked for.
  const codeAfter = async (passedMs: number): Promise<string> => {
    clock.nowMs += passedMs;
    await connect(ask, { hostname: unheardOf(0), port });
    await codeOf(new HostLookup().lookup, unheardOf(1));
    return connect(ask, { hostname: unheardOf(0), port });
  };
  t.equal(await codeAfter(999), 'ECONNREFUSED', 'no sooner');
  t.equal(await codeAfter(1), 'ENOTFOUND');
});

t.test('a connection that waited only for its name says so', async (t) => {
  const port = await listening(t, createServer());
  const ask = hostConnector({ connectTimeoutMs: 1, rejectUnauthorized: true });
  // Timers run before the results of other threads are taken.
  t.equal(await connect(ask, { hostname: 'localhost', port }, () => stand(20)), 'ERR_HOST_NAME_SLOW');
});
