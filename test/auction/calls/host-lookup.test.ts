/** Which addresses bidders' hosts have, and that names without an answer keep no other waiting, however many are made up (traps: Node resolves names on two threads). */
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { insideCode, namesCode } from '../../../src/auction/calls/call-faults.ts';
import { rememberedLookup } from '../../../src/auction/calls/host-lookup.ts';
import { stillClock } from '../../stored/cached-source.ts';
import { resolverSkip, runUnnamed } from '../../support/silent-resolver.ts';
import { until } from '../../support/until.ts';

const names = join(import.meta.dirname, '../../support/silent-names.ts');

t.test('names that params made up, of a name server that is silent', { skip: resolverSkip }, async (t) => {
  const child = runUnnamed(t, names);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  t.ok(await until(() => said.endsWith('localhost ')), 'another name is found');
  t.equal(said, 'known localhost ', 'and addresses once known still serve');
});

/** A label is too long for any resolver to be asked: the system itself says no. */
const unheardOf = (place: number): string => `${'x'.repeat(70)}${place}.example`;

/** The code of the error with which a look-up ends, '' when it finds an address. */
function codeOf(lookup: LookupFunction, name: string): Promise<string> {
  return new Promise((resolve) => lookup(name, { all: true }, (error) => resolve(error?.code ?? '')));
}

t.test('made-up names beyond a hundred are refused, not gathered; those of the configuration never are', async (t) => {
  const refused = async (isMadeUp: boolean): Promise<number> => {
    const places = Array.from({ length: 150 }, (_, place) => place);
    const codes = await Promise.all(places.map((place) => codeOf(rememberedLookup(isMadeUp), unheardOf(place))));
    return codes.filter((code) => code === namesCode).length;
  };
  // One is asked for while a hundred wait.
  t.strictSame(await Promise.all([refused(true), refused(false)]), [49, 0]);
  t.equal(await codeOf(rememberedLookup(true), 'localhost'), insideCode, 'once they have ended, others are looked up');
});

t.test('a name is asked for once, however many wait for it', async (t) => {
  const lookup = rememberedLookup(true);
  const codes = await Promise.all(Array.from({ length: 150 }, () => codeOf(lookup, unheardOf(0))));
  t.strictSame(new Set(codes), new Set(['ENOTFOUND']));
});

t.test(
  'names of the configuration that have failed are asked for before made-up ones, however many they are',
  async (t) => {
    const clock = stillClock(t);
    const own = Array.from({ length: 150 }, () => rememberedLookup());
    await Promise.all(own.map((lookup) => codeOf(lookup, unheardOf(0))));
    clock.nowMs += 1000;
    const ended: string[] = [];
    const ask = async (name: string, lookup: LookupFunction): Promise<void> =>
      void ended.push(`${name} ${await codeOf(lookup, unheardOf(0))}`);
    const madeUp = ['first', 'second', 'third'].map((name) => ask(name, rememberedLookup(true)));
    await Promise.all([...madeUp, ...own.map((lookup) => ask('own', lookup))]);
    const expected = ['first', ...Array<string>(150).fill('own'), 'second', 'third'];
    t.strictSame(
      ended,
      expected.map((name) => `${name} ENOTFOUND`),
    );
  },
);

type Found = { error: NodeJS.ErrnoException | null; addresses: string | LookupAddress[]; family: number | undefined };

function look(lookup: ReturnType<typeof rememberedLookup>, hostname: string, options: object): Promise<Found> {
  return new Promise((resolve) => {
    let hasReturned = false;
    lookup(hostname, options, (error, addresses, family) => {
      if (!hasReturned) throw new Error('answered before it returned');
      resolve({ error, addresses, family });
    });
    hasReturned = true;
  });
}

t.test('addresses of a host, the first time and remembered', async (t) => {
  const lookup = rememberedLookup();
  const first = await Promise.all([look(lookup, 'localhost', { all: true }), look(lookup, 'localhost', { all: true })]);
  t.strictSame(first[0], first[1]);
  t.ok(Array.isArray(first[0]!.addresses) && first[0]!.addresses.length > 0);
  // Another name now: remembered addresses need no resolver.
  t.strictSame(await look(lookup, 'no-longer-asked.invalid', { all: true }), first[0]);
  for (const family of [4, 'IPv4']) {
    const one = await look(lookup, 'localhost', { family });
    t.match(one, { error: null, addresses: '127.0.0.1', family: 4 });
  }
  t.match(await look(lookup, 'localhost', { family: 0 }), { error: null });
  t.match(await look(lookup, 'localhost', { family: 5 }), { error: { code: 'ENOTFOUND' } });
});

t.test(
  'known addresses are asked for anew behind a call after half a minute; those of a name that is gone are forgotten',
  async (t) => {
    const clock = stillClock(t);
    const lookup = rememberedLookup();
    const known = await look(lookup, 'localhost', { all: true });
    for (const passedMs of [29_999, 1]) {
      clock.nowMs += passedMs;
      t.strictSame(await look(lookup, unheardOf(0), { all: true }), known);
      // Behind it in the system's queue.
      if (passedMs > 1) await codeOf(rememberedLookup(), unheardOf(0));
    }
    t.ok(await until(async () => (await codeOf(lookup, 'localhost')) === 'ENOTFOUND'));
    clock.nowMs += 1000;
    t.strictSame(await look(lookup, 'localhost', { all: true }), known);
  },
);

t.test('a host that must be outside is found on the internet alone', async (t) => {
  const lookup = rememberedLookup(true);
  for (const options of [{ all: true }, {}]) {
    t.match(await look(lookup, 'localhost', options), { error: { code: 'ERR_HOST_INSIDE' } });
  }
});

t.test('a host that is not there', async (t) => {
  const lookup = rememberedLookup();
  const name = `${'a'.repeat(64)}.invalid`;
  t.match(await look(lookup, name, { all: true }), { error: { code: 'ENOTFOUND' } });
  t.match(await look(lookup, 'localhost', {}), { error: { code: 'ENOTFOUND' } }, 'remembered for a moment, too');
});
