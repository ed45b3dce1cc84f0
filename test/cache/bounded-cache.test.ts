/** A store that is slow, silent or broken costs auctions little, and not for long (decisions, 'Caching'). */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import t, { type Test } from 'tap';
import type { CachePut } from '../../src/cache/bid-cache.ts';
import { HttpCache } from '../../src/cache/http-cache.ts';
import { maxValueBytes } from '../../src/config/cache-limits.ts';
import { listening } from '../support/listening.ts';
import { ownPort } from '../support/own-port.ts';
import { stand } from '../support/stand.ts';
import { until } from '../support/until.ts';
import { embedded, silentServer } from './support.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { bounded, put } from './bounded.ts';

/** The bounds around a store that never answers, with a timeout of 60 ms. */
const silentCache = async (t: Test) => bounded(t, new HttpCache(await silentServer(t), 60), 60);

/** A store over HTTP that answers each put with the id that `minted` gives; '' means not kept, undefined is a failure. */
function mintingStore(minted: () => string | undefined): Server {
  return createServer((request, response) => {
    const uuid = minted();
    response.statusCode = uuid === undefined ? 500 : 200;
    request.resume().on('end', () => response.end(JSON.stringify({ responses: [{ uuid }] })));
  });
}

t.test('a store that works gives ids and no fault', async (t) => {
  const { cache, troubles } = bounded(t, embedded(t), 20_000);
  const puts = [put(), put()];
  t.strictSame(await cache.put(puts), { ids: puts.map(({ id }) => id), fault: '' });
  t.equal((await cache.get(puts[0]!.id))?.value.byteLength, 100);
  t.equal(cache.faultBy(Infinity), '');
  t.strictSame(troubles, []);
});

t.test('a value over the limit is refused alone', async (t) => {
  const { cache, troubles } = bounded(t, embedded(t), 20_000);
  const puts = [put(262_145), put(), put(262_144)];
  const { ids, fault } = await cache.put(puts);
  t.strictSame(ids, ['', puts[1]!.id, puts[2]!.id]);
  t.match(fault, /every value/);
  const { puts: counted, kept, keptBytes } = cache.counts;
  t.strictSame([counted, kept, keptBytes], [3, 2, 100 + 262_144], 'and counted as not kept');
  for (let tries = 0; tries < 10; tries++) t.match(await cache.put([put(300_000)]), wholeLists({ ids: [''] }));
  t.equal(cache.faultBy(Infinity), '', 'the store does not count as failing');
  t.strictSame(troubles, []);
});

t.test("the store's own timeout is reported as a timeout", async (t) => {
  const { cache } = bounded(t, new HttpCache(await silentServer(t), 50), 10_000);
  t.match(await cache.put([put()]), wholeLists({ ids: [''], fault: /in time/ }));
});

t.test('a put that a pause of this process makes late is counted as slow, not as refused', async (t) => {
  const { cache } = bounded(t, embedded(t), 30);
  const outcome = cache.put([put()]);
  stand(60);
  t.match(await outcome, wholeLists({ ids: [''], fault: /in time/ }));
  t.equal(cache.counts.faults.get('slow'), 1);
  t.equal(cache.counts.faults.get('refused'), 0);
});

t.test('a put without time left is not tried', async (t) => {
  const { cache } = bounded(t, embedded(t), 20_000);
  const one = put();
  const { ids, fault } = await cache.put([one], performance.now() - 1);
  t.strictSame(ids, ['']);
  t.match(fault, /no time/);
  t.equal(await cache.get(one.id), undefined);
});

t.test('a silent store is given up in time, and left alone after five failures', async (t) => {
  let asked = 0;
  const server = createServer(() => asked++);
  const url = `http://127.0.0.1:${await listening(t, server)}/cache`;
  const { cache, troubles, clock } = bounded(t, new HttpCache(url, 60), 60);
  for (let tries = 0; tries < 5; tries++)
    t.match(await cache.put([put()]), wholeLists({ ids: [''], fault: /in time/ }));
  t.equal(troubles.length, 1, 'reported once');
  const before = asked;
  clock.nowMs += 999;
  for (let tries = 0; tries < 100; tries++)
    t.match(await cache.put([put()]), wholeLists({ ids: [''], fault: /is not called for a moment/ }));
  t.equal(asked, before, 'a resting store is not asked');
  await t.rejects(cache.get('a'), 'reads fail as well');
});

t.test('a deadline before the timeout ends a put, and is no failure of the store', async (t) => {
  const patienceMs = 600_000;
  const { cache } = bounded(t, new HttpCache(await silentServer(t), patienceMs), patienceMs);
  for (let tries = 0; tries < 5; tries++) {
    t.match(await cache.put([put()], performance.now() + 50), wholeLists({ ids: [''], fault: /in time/ }));
  }
  t.equal(cache.faultBy(Infinity), '');
});

t.test('outages are reported once a minute, with the end of a reported one', async (t) => {
  let isDown = true;
  let ends = 0;
  const server = mintingStore(() => (isDown ? undefined : 'minted'));
  const url = `http://127.0.0.1:${await listening(t, server)}/cache`;
  const { cache, troubles, clock } = bounded(t, new HttpCache(url, 20_000), 20_000, { onWell: () => ends++ });
  for (let outages = 0; outages < 2; outages++) {
    isDown = true;
    for (let tries = 0; tries < 5; tries++) t.match(await cache.put([put()]), wholeLists({ ids: [''] }));
    t.match(cache.faultBy(Infinity), /is not called for a moment/);
    isDown = false;
    clock.nowMs += 1000;
    t.match(await cache.put([put()]), wholeLists({ ids: ['minted'] }));
  }
  t.equal(troubles.length, 1);
  t.equal(ends, 1, 'the end of the reported outage');
  isDown = true;
  for (let tries = 0; tries < 5; tries++) await cache.put([put()]);
  t.equal(troubles.length, 1);
  clock.nowMs += 60_000;
  await cache.put([put()]);
  t.equal(troubles.length, 2, 'still away a minute later');
});

t.test('a store that knows its hindrance reports that instead of the failure', async (t) => {
  const store = {
    hindrance: 'cache.path cannot be written: free space there',
    put: (puts: readonly CachePut[]) => Promise.resolve(puts.map(() => '')),
    get: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
  const { cache, troubles } = bounded(t, store, 5000);
  for (let tries = 0; tries < 5; tries++) await cache.put([put()]);
  t.match(troubles, [{ message: store.hindrance }]);
});

t.test('the fault names an answer that is not one to a put', async (t) => {
  let answer = { status: 500, text: '' };
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(answer.status).end(answer.text));
  });
  const url = `http://127.0.0.1:${await listening(t, server)}/cache`;
  const { cache } = bounded(t, new HttpCache(url, 20_000), 20_000);
  for (const [status, text, fault] of [
    [500, '<html>', 'the bid cache answered status 500'],
    [200, '<html>', 'the bid cache answered without an id for every value'],
    [200, 'x'.repeat(100_000), 'the bid cache answered with too many bytes'],
  ] as const) {
    answer = { status, text };
    t.strictSame(await cache.put([put()]), { ids: [''], fault });
  }
  t.strictSame(
    [...cache.counts.faults].filter(([, count]) => count > 0),
    [['failed', 3]],
  );
});

t.test('puts that are not kept are failures, and five failures in a row, not four, are an outage', async (t) => {
  let uuid = '';
  const server = mintingStore(() => uuid);
  const url = `http://127.0.0.1:${await listening(t, server)}/cache`;
  const { cache } = bounded(t, new HttpCache(url, 20_000), 20_000);
  for (const minted of ['', '', '', '', 'minted', '', '', '', '']) {
    uuid = minted;
    t.match(await cache.put([put()]), wholeLists({ ids: [minted], fault: minted === '' ? /every value/ : '' }));
    t.equal(cache.faultBy(Infinity), '');
  }
  t.match(await cache.put([put()]), wholeLists({ ids: [''] }));
  t.match(cache.faultBy(Infinity), /is not called for a moment/);
});

t.test('puts that fail together count as one failure, so that one pause is no outage', async (t) => {
  const { cache, troubles } = await silentCache(t);
  const halt = async (): Promise<void> => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => cache.put([put()])));
    t.ok(outcomes.every(({ fault }) => fault.includes('in time')));
  };
  for (let halts = 0; halts < 4; halts++) {
    await halt();
    t.equal(cache.faultBy(Infinity), '');
  }
  await halt();
  t.match(cache.faultBy(Infinity), /is not called for a moment/, 'five pauses are an outage');
  t.equal(troubles.length, 1);
});

t.test('a store is tried again after its rest', async (t) => {
  const port = await ownPort();
  const url = `http://127.0.0.1:${port}/cache`;
  const { cache, clock } = bounded(t, new HttpCache(url, 20_000), 20_000);
  for (let tries = 0; tries < 5; tries++) t.match(await cache.put([put()]), { fault: /reached/ });
  t.match(cache.faultBy(Infinity), /is not called for a moment/);
  const store = mintingStore(() => 'minted').listen(port, '127.0.0.1');
  await once(store, 'listening');
  t.teardown(() => store.close());
  clock.nowMs += 1000;
  t.equal(cache.faultBy(Infinity), '');
  t.strictSame(await cache.put([put()]), { ids: ['minted'], fault: '' });
});

t.test('pending puts are bounded in bytes, and make room when they end', async (t) => {
  const url = await silentServer(t);
  const { cache } = bounded(t, new HttpCache(url, 150), 150);
  /** More than half of what may be pending. */
  const many = Array.from({ length: 40 }, () => put(maxValueBytes));
  const first = cache.put(many);
  t.match(await cache.put(many), wholeLists({ ids: many.map(() => ''), fault: /too slow/ }), 'refused at once');
  t.match(await first, { fault: /./ });
  const isTried = async (): Promise<boolean> => !(await cache.put(many)).fault.includes('too slow');
  t.ok(await until(isTried), 'tried again');
});
