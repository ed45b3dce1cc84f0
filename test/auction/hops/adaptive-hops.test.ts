/** Hops run on the main thread or in the pool, by the load of the main thread and their size (interface, `workers: auto`). */
import t from 'tap';
import { adaptiveHops, Share } from '../../../src/auction/hops/adaptive-hops.ts';
import { textAt, type Range } from '../../../src/auction/byte-range.ts';
import type { SettleMessage } from '../../../src/auction/settle-messages.ts';
import { inlineHops, poolHops, type Hops } from '../../../src/auction/pool.ts';
import { Histogram, millisecondBuckets } from '../../../src/observe/metrics/histogram.ts';
import { closedWith } from '../../support/closed-with.ts';
import { prepareMessage } from '../../support/hops.ts';

const kept = (share: Share, hops: number, bytes = 5000): number =>
  Array.from({ length: hops }, () => share.keeps(bytes)).filter(Boolean).length;

t.test('an idle main thread keeps every hop of common size', async (t) => {
  const share = new Share();
  share.note(0.1);
  t.equal(kept(share, 100), 100);
  t.equal(kept(share, 100, 150_000), 0, 'long inputs never stay');
});

t.test('a busy main thread gives away hops step by step, and takes them back slowly', async (t) => {
  const share = new Share();
  share.note(0.95);
  t.equal(kept(share, 100), 80);
  for (let round = 0; round < 10; round += 1) share.note(1);
  t.equal(kept(share, 100), 0);
  share.note(0.7);
  t.equal(share.here, 0, 'between the bounds nothing changes');
  for (let round = 0; round < 10; round += 1) share.note(0.2);
  t.ok(kept(share, 100) >= 49);
  for (let round = 0; round < 11; round += 1) share.note(0.2);
  t.equal(share.here, 1);
});

t.test('kept hops are spread evenly', async (t) => {
  const share = new Share();
  for (let round = 0; round < 3; round += 1) share.note(1);
  const places = Array.from({ length: 10 }, () => share.keeps(1)).flatMap((isKept, at) => (isKept ? [at] : []));
  t.equal(places.length, 4);
  t.ok(places.every((place, at) => at === 0 || place - places[at - 1]! >= 2));
});

function namedHops(name: string, calls: string[]): Hops {
  const refused = { ok: false, status: 400, faults: [name] } as const;
  return {
    prepare: () => {
      calls.push(`${name} prepares`);
      return Promise.resolve(refused);
    },
    settle: () => Promise.reject(new Error(name)),
    ready: () => {
      calls.push(`${name} is ready`);
      return Promise.resolve();
    },
    backlog: { waiting: () => 0, completed: () => 0, refused: () => 0 },
    waits: new Histogram(millisecondBuckets(1)),
    close: () => {
      calls.push(`${name} closes`);
      return Promise.resolve();
    },
  };
}

t.test(
  'small hops of an idle process run on the main thread, long ones in the pool; both are opened and closed',
  async (t) => {
    const calls: string[] = [];
    const hops = adaptiveHops(namedHops('here', calls), namedHops('pool', calls), 4);
    await hops.ready();
    await hops.prepare(prepareMessage({ id: 'short' }));
    await hops.prepare(prepareMessage({ id: 'long', keywords: 'k'.repeat(140_000) }));
    await hops.close();
    t.strictSame(calls, [
      'here is ready',
      'pool is ready',
      'here prepares',
      'pool prepares',
      'here closes',
      'pool closes',
    ]);
  },
);

t.test('the second hop of long replies goes to the pool, with the kept context as bytes', async (t) => {
  const settled: [string, SettleMessage][] = [];
  const settling = (name: string): Hops => ({
    ...namedHops(name, []),
    settle: (message) => {
      settled.push([name, message]);
      return Promise.reject(new Error(name));
    },
  });
  const hops = closedWith(t, adaptiveHops(settling('here'), settling('pool'), 2));
  const context = { kept: { id: 'r1', svc: { targeting: {} } } };
  for (const length of [5000, 140_000]) {
    const bytes = new Uint8Array(length).fill(7).buffer;
    const message = { bytes, context, outcomes: [], calls: [], rates: null, cacheSeed: '', cached: null };
    await t.rejects(hops.settle(message));
  }
  const [[here, small], [pool, large]] = settled as [[string, SettleMessage], [string, SettleMessage]];
  t.strictSame([here, pool], ['here', 'pool']);
  t.equal(small.context, context);
  t.notOk('kept' in large.context);
  t.strictSame(JSON.parse(textAt(large.bytes, large.context as Range)), context.kept);
  t.ok(
    new Uint8Array(large.bytes, 0, 140_000).every((byte) => byte === 7),
    'the replies are where they were',
  );
  const carried = { ...large, context: { start: 0, end: 5 } };
  await t.rejects(hops.settle(carried));
  t.equal(settled.at(-1)?.[1], carried, 'a context that was carried as bytes goes as it is');
});

t.test('hops for the pool are posted before those of the main thread run', async (t) => {
  const filename = new URL('../dying-hops.ts', import.meta.url).href;
  const pool = poolHops({ filename, threads: 1, queueLimit: 1000, setup: {}, env: {} });
  const unposted: number[] = [];
  const prepare = () => {
    unposted.push(pool.backlog.waiting());
    return { ok: false, status: 400, faults: ['here'] } as const;
  };
  const here = { ...inlineHops({ prepare, settle: () => t.fail('settles') as never }), ready: () => Promise.resolve() };
  const hops = closedWith(t, adaptiveHops(here, pool, 4));
  await pool.prepare(prepareMessage({ id: 'warm' }));
  for (let isMixed = false; !isMixed;) {
    for (const endsAtMs = performance.now() + 60; performance.now() < endsAtMs;);
    await new Promise(setImmediate);
    unposted.length = 0;
    await Promise.all(Array.from({ length: 10 }, () => hops.prepare(prepareMessage({ id: 'some' }))));
    isMixed = unposted.length > 0 && unposted.length < 10;
  }
  t.strictSame(
    unposted,
    unposted.map(() => 0),
  );
});
