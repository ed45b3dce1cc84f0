/** A dying thread costs one auction; those beside it are run again (issue 'Must hold'; traps, 'Piscina'). */
import { setTimeout as sleep } from 'node:timers/promises';
import { Piscina } from 'piscina';
import t from 'tap';
import { CrashRetries } from '../../../src/auction/hops/crash-retries.ts';
import { closedWith } from '../../support/closed-with.ts';
import { prepareMessage } from '../../support/hops.ts';
import { wholeLists } from '../../support/whole-lists.ts';
import { dyingPool, filename, message, reached } from '../dying-pool.ts';

function openOne(): Piscina {
  return new Piscina({ filename, minThreads: 1, maxThreads: 1 });
}

for (const way of ['die', 'hog']) {
  t.test(`a thread that ends by '${way}' fails its auction and is replaced`, async (t) => {
    const hops = closedWith(t, dyingPool(100));
    t.strictSame(await hops.prepare(message('before')), reached('before'));
    await t.rejects(hops.prepare(message(way)));
    t.strictSame(await hops.prepare(message('after')), reached('after'));
  });
}

for (const threads of [1, 2]) {
  t.test(`a pool of ${threads} that closes while a thread dies serves what waits`, async (t) => {
    const hops = dyingPool(100, threads);
    await hops.prepare(message('warm'));
    // Long messages cross at once and alone, so that the last two wait.
    const more = 'x'.repeat(40_000);
    const ends = ['sleep', 'sleep', 'die', 'sleep', 'a', 'b'].map((id) => hops.prepare(prepareMessage({ id, more })));
    const settled = Promise.allSettled(ends);
    await hops.close();
    const fates = await Promise.race([settled, sleep(0, [])]);
    const served = fates.slice(4).map(({ status }) => status);
    t.strictSame(served, ['fulfilled', 'fulfilled'], 'served before it is closed');
    const lost = fates.flatMap((fate) => (fate.status === 'rejected' ? [String(fate.reason)] : []));
    t.notMatch(lost.join(), /Terminating/, 'no retry is lost to the end');
  });
}

t.test('hops that cross beside one that kills its thread, or throws, are served', async (t) => {
  const hops = closedWith(t, dyingPool(100));
  await hops.prepare(message('warm'));
  const ids = ['a', 'b', 'die', 'c', 'throw', ...Array.from({ length: 40 }, (_, at) => `d${at}`)];
  const ends = await Promise.allSettled(ids.map((id) => hops.prepare(message(id))));
  ids.forEach((id, at) => {
    if (id === 'die' || id === 'throw') t.equal(ends[at]!.status, 'rejected', id);
    else t.strictSame(ends[at], { status: 'fulfilled', value: reached(id) });
  });
  t.match(ends[ids.indexOf('throw')], { reason: { message: 'thrown' } });
  t.equal(hops.backlog.waiting(), 0);
});

t.test('two hops that kill their threads at once cost two auctions', async (t) => {
  const hops = closedWith(t, dyingPool(100));
  const ids = ['a', 'die', 'b', 'die', 'c'];
  const ends = await Promise.allSettled(ids.map((id) => hops.prepare(message(id))));
  t.strictSame(
    ends.map(({ status }) => status),
    ids.map((id) => (id === 'die' ? 'rejected' : 'fulfilled')),
  );
});

t.test('hops that kill their threads turn after turn cost no other auction', async (t) => {
  const hops = closedWith(t, dyingPool(1000));
  await hops.prepare(message('warm'));
  const send = async (id: string) => {
    const atMs = performance.now();
    const end: unknown = await hops.prepare(message(id)).catch((error: Error) => error.message);
    return { id, end, tookMs: performance.now() - atMs };
  };
  const sent: ReturnType<typeof send>[] = [];
  // Few turns, as each needs a thread to start, and a retry waits five seconds at most.
  for (let turn = 0; turn < 3; turn += 1) {
    sent.push(...['a', 'die', 'b', 'c'].map(send));
    await sleep(7);
  }
  for (const { id, end, tookMs } of await Promise.all(sent)) {
    if (id === 'die') t.type(end, 'string');
    // On a machine that starts no thread in that time the retry is given up.
    else if (end !== 'worker threads have crashed: try again later' || tookMs < 5000) t.strictSame(end, reached(id));
  }
});

t.test('256 hops may wait for a retry, further ones are refused with 503', async (t) => {
  const second = closedWith(t, new CrashRetries(openOne));
  const name = 'prepare';
  const all = await Promise.allSettled(
    Array.from({ length: 300 }, (_, at) => second.run(name, [message(at % 10 === 0 ? 'throw' : `e${at}`)])),
  );
  const refused = all.filter((one) => one.status === 'rejected');
  t.equal(refused.length, 300 - 256);
  t.match(refused[0], { reason: { name: 'RequestError', status: 503 } });
  t.match(await second.run(name, [message('later')]), wholeLists([{ value: reached('later') }]));
});

t.test('a long message crosses at once, and is served beside one that kills its thread', async (t) => {
  const hops = closedWith(t, dyingPool(100));
  const long = message('x'.repeat(40_000));
  const { body } = long;
  const ends = await Promise.allSettled([hops.prepare(message('die')), hops.prepare(long), hops.prepare(message('a'))]);
  t.match(ends, wholeLists([{ status: 'rejected' }, { value: { status: 400 } }, { value: reached('a') }]));
  t.equal(body.byteLength, 0, 'its memory is released');
});
