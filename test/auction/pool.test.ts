/** The pool of threads: its queue, its order, refusals, and threads that hang or cannot start (issue 'Must hold'; traps, 'Piscina'). */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { poolHops } from '../../src/auction/pool.ts';
import type { SettleMessage } from '../../src/auction/settle-messages.ts';
import { closedWith } from '../support/closed-with.ts';
import { succeeds, until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { dyingPool, filename, message, reached } from './dying-pool.ts';

t.test('a hop that never ends is ended with its thread, and hops in another thread are served', async (t) => {
  let halts = 0;
  const onHalt = (): void => void halts++;
  const hops = poolHops({ filename, threads: 2, queueLimit: 100, setup: {}, env: {}, onHalt, hangCheckMs: 500 });
  t.teardown(() => hops.close());
  await hops.prepare(message('warm'));
  const ids = ['a', 'b', 'stand', 'c'];
  const ends = await Promise.allSettled(ids.map((id) => hops.prepare(message(id))));
  t.match(ends[2], { reason: { status: 503 } });
  t.ok(ends[0]!.status === 'fulfilled' && ends[1]!.status === 'fulfilled', 'the other thread goes on');
  t.strictSame(await hops.prepare(message('after')), reached('after'));
  t.ok(halts > 0, 'onHalt is called');
});

t.test('a pool whose threads could not start for a while serves again', async (t) => {
  const entry = new URL('./unready-hops.ts', import.meta.url).href;
  const setup = { starts: new SharedArrayBuffer(4) };
  // With a shorter check a thread that is slow to start would count as hanging.
  const hops = poolHops({ filename: entry, threads: 1, queueLimit: 3, setup, env: {}, hangCheckMs: 1000 });
  t.teardown(() => hops.close());
  await hops.prepare(message('warm'));
  const answers = (id: string) => succeeds(hops.prepare(message(id)));
  for (const id of ['die', 'a', 'b', 'c', 'd', 'e', 'f']) void answers(id);
  t.ok(await until(() => Promise.race([answers('after'), sleep(100, false)])));
});

t.test('closing a pool waits for threads that are starting, as Node would abort if they were ended', async (t) => {
  const entry = new URL('./slow-start-hops.ts', import.meta.url).href;
  const starts = new Int32Array(new SharedArrayBuffer(8));
  const hops = poolHops({ filename: entry, threads: 2, queueLimit: 3, setup: { starts: starts.buffer }, env: {} });
  t.ok(await until(() => Atomics.load(starts, 0) === 2));
  await hops.close();
  t.equal(Atomics.load(starts, 1), 2);
});

t.test('closing a pool waits for replacements of dead threads that are starting', async (t) => {
  const entry = new URL('./slow-start-hops.ts', import.meta.url).href;
  const starts = new Int32Array(new SharedArrayBuffer(8));
  const hops = poolHops({ filename: entry, threads: 1, queueLimit: 3, setup: { starts: starts.buffer }, env: {} });
  await hops.ready();
  // The pool loses a thread, and so does the pool of retries.
  await t.rejects(hops.prepare(message('die')));
  t.ok(await until(() => Atomics.load(starts, 0) === 4));
  await hops.close();
  t.equal(Atomics.load(starts, 1), 4);
});

t.test('no hop waits for a starting thread while another is idle', async (t) => {
  const entry = new URL('./gated-hops.ts', import.meta.url).href;
  const gate = new Int32Array(new SharedArrayBuffer(8));
  const hops = poolHops({ filename: entry, threads: 2, queueLimit: 100, setup: { gate: gate.buffer }, env: {} });
  t.teardown(() => hops.close());
  // Long messages cross at once, each alone.
  const long = (id: string) => {
    const body = new TextEncoder().encode(JSON.stringify({ id, more: 'x'.repeat(40_000) }));
    return hops.prepare({ ...message(id), body });
  };
  t.ok(
    await until(async () => (await Promise.all([long('a'), long('b')])) && Atomics.load(gate, 1) === 2),
    'both are up',
  );
  let ended = 0;
  for (const id of ['die', 'sleep', 'sleep', 'sleep'])
    long(id).then(
      () => ended++,
      () => ended++,
    );
  let served = 0;
  for (const id of ['c', 'd', 'e', 'f', 'g']) void long(id).then(() => served++);
  t.ok(await until(() => served === 5), 'the thread that is up serves all');
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  t.ok(await until(() => ended === 4));
});

t.test('a pool whose threads cannot start rejects and closes at once', async (t) => {
  const hops = poolHops({ filename: `${filename}.none`, threads: 2, queueLimit: 100, setup: {}, env: {} });
  const waiting = t.rejects(hops.prepare(message('a')));
  await t.rejects(hops.ready());
  const closed = hops.close().then(() => true);
  t.ok(await Promise.race([closed, sleep(20_000, false, { ref: false })]));
  await waiting;
});

t.test('a thread takes hops in the order in which they came', async (t) => {
  const startMs = performance.now();
  const hops = closedWith(t, dyingPool(1000));
  await hops.prepare(message('warm'));
  const noted = hops.waits.count;
  const order: string[] = [];
  const long = 'x'.repeat(40_000);
  const ids = Array.from({ length: 24 }, (_, at) => `${at}${long}`);
  await Promise.all(ids.map((id) => hops.prepare(message(id)).then(() => order.push(id))));
  t.strictSame(order, ids);
  t.equal(hops.waits.count - noted, ids.length - 2, 'all but the two that went to a thread at once waited');
  const seconds = hops.waits.samples('waits', {}).find(({ metricName }) => metricName === 'waits_sum')!.value;
  t.ok(seconds < (hops.waits.count * (performance.now() - startMs)) / 1000, `${seconds} s`);
});

t.test('the backlog counts waiting hops, also those of the current turn', async (t) => {
  const hops = closedWith(t, dyingPool(100));
  await hops.prepare(message('warm'));
  const done = hops.backlog.completed();
  const first = Array.from({ length: 2 }, () => hops.prepare(message('sleep')));
  await new Promise(setImmediate);
  const second = Array.from({ length: 2 }, () => hops.prepare(message('sleep')));
  await new Promise(setImmediate);
  const all = [...first, ...second, ...Array.from({ length: 20 }, (_, at) => hops.prepare(message(`e${at}`)))];
  t.equal(hops.backlog.waiting(), 20, 'in this turn');
  await new Promise(setImmediate);
  t.equal(hops.backlog.waiting(), 20, 'in the queue');
  await Promise.all(all);
  t.equal(hops.backlog.waiting(), 0);
  t.equal(hops.backlog.completed() - done, 24);
});

t.test('a full queue refuses further auctions at once with 503', async (t) => {
  const hops = closedWith(t, dyingPool(3));
  await hops.prepare(message('warm'));
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => hops.prepare(message('sleep'))));
  const refused = all.filter((one) => one.status === 'rejected').map((one) => one.reason as unknown);
  t.ok(refused.length >= 10, `${refused.length} refused`);
  t.ok(
    all.some((one) => one.status === 'fulfilled'),
    'the others are served',
  );
  t.match(refused[0], wholeLists({ name: 'RequestError', status: 503, faults: [/too many auctions/] }));
});

t.test('hops of one turn that find free threads do not count as waiting', async (t) => {
  const hops = closedWith(t, dyingPool(1, 2));
  await hops.prepare(message('warm'));
  for (const round of [1, 2]) {
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => hops.prepare(message('sleep'))));
    const served = all.filter((one) => one.status === 'fulfilled');
    t.equal(served.length, 5, `round ${round}: two at each of two threads, and one waits`);
  }
});

function settleMessage(bytes: number): SettleMessage {
  const terms = { rates: null, cacheSeed: '', cached: null };
  return { bytes: new ArrayBuffer(bytes), context: { start: 0, end: 0 }, outcomes: [], calls: [], ...terms };
}

t.test('settle is never refused, however full the queue is', async (t) => {
  const hops = closedWith(t, dyingPool(1));
  await hops.prepare(message('warm'));
  const waiting = Array.from({ length: 5 }, () => hops.prepare(message('sleep')).catch(() => undefined));
  const before = hops.backlog.waiting();
  const settled = hops.settle(settleMessage(0));
  t.equal(hops.backlog.waiting(), before + 1, 'it waits like others');
  t.strictSame((await settled).puts, [], 'it reached a thread');
  await Promise.all(waiting);
});

t.test('a waiting second hop goes before all waiting first hops', async (t) => {
  const hops = closedWith(t, dyingPool(100));
  // A thread loads either hop at its first call.
  await Promise.all([hops.prepare(message('warm')), hops.settle(settleMessage(0))]);
  const order: string[] = [];
  // Long messages cross at once, each alone: the first two find a place in the thread.
  const first = ['sleep', 'sleep', 'a', 'b'].map((id) => {
    const body = new TextEncoder().encode(JSON.stringify({ id, more: 'x'.repeat(40_000) }));
    return hops.prepare({ ...message(id), body }).then(() => order.push(id));
  });
  const second = hops.settle(settleMessage(40_000)).then(() => order.push('settle'));
  await Promise.all([...first, second]);
  t.strictSame(order, ['sleep', 'sleep', 'settle', 'a', 'b']);
});
