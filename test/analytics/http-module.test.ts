/** The module that posts events: batches, timer, retries, limits. */
import { createServer } from 'node:http';
import t from 'tap';
import { HttpModule } from '../../src/analytics/http-module.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { until } from '../support/until.ts';
import { startCollector } from './collector.ts';

const line = (n: number): Uint8Array => Buffer.from(`{"n":${n}}\n`);
const rules = { batchSize: 3, flushMs: 600_000, maxQueued: 100, retryMs: [1, 1] };

t.test('a single event waits for flushMs, not for its batch', async (t) => {
  const collector = await startCollector(t);
  const module = closedWith(t, new HttpModule({ ...rules, url: collector.url, flushMs: 20 }, () => undefined));
  module.take(line(0));
  t.ok(await until(() => collector.posts.length === 1));
});

t.test('a full batch is sent at once, a partial one after flushMs', async (t) => {
  const collector = await startCollector(t);
  const module = closedWith(t, new HttpModule({ ...rules, url: collector.url, flushMs: 20 }, () => undefined));
  for (let n = 0; n < 4; n++) module.take(line(n));
  await collector.posted(2);
  t.strictSame(
    collector.posts.map(({ lines }) => lines),
    [[{ n: 0 }, { n: 1 }, { n: 2 }], [{ n: 3 }]],
  );
  t.equal(collector.posts[0]!.type, 'application/x-ndjson');
  module.take(line(4));
  await collector.posted(3);
  t.strictSame(collector.posts[2]!.lines, [{ n: 4 }], 'the timer starts again for the next batch');
  t.equal(module.dropped, 0);
});

t.test('a full queue is sent at once even if it holds less than a batch', async (t) => {
  const collector = await startCollector(t);
  const module = closedWith(t, new HttpModule({ ...rules, url: collector.url, maxQueued: 2 }, () => undefined));
  for (let n = 0; n < 2; n++) module.take(line(n));
  await collector.posted(1);
  t.strictSame(collector.posts[0]!.lines, [{ n: 0 }, { n: 1 }]);
  const large = closedWith(t, new HttpModule({ ...rules, url: collector.url, batchSize: 100 }, () => undefined));
  const megabyte = Buffer.from(`{"pad":"${'x'.repeat(1_000_000)}"}\n`);
  for (let n = 0; n < 34; n++) large.take(megabyte);
  await collector.posted(2);
  t.equal(module.dropped + large.dropped, 0);
});

t.test('a batch is posted again after a 503; after a 400 it is dropped', async (t) => {
  const collector = await startCollector(t);
  const reasons: string[] = [];
  const module = closedWith(t, new HttpModule({ ...rules, url: collector.url }, (reason) => reasons.push(reason)));
  collector.next.push(503, 503, 200, 400);
  for (let n = 0; n < 3; n++) module.take(line(n));
  await collector.posted(3);
  t.strictSame(
    collector.posts.map(({ status }) => status),
    [503, 503, 200],
  );
  t.strictSame(collector.posts[2]!.lines, [{ n: 0 }, { n: 1 }, { n: 2 }], 'the whole batch');
  for (let n = 3; n < 6; n++) module.take(line(n));
  await collector.posted(4);
  for (let n = 6; n < 9; n++) module.take(line(n));
  await collector.posted(5);
  t.strictSame(collector.posts[4]!.lines, [{ n: 6 }, { n: 7 }, { n: 8 }], 'the next batch follows');
  t.equal(module.dropped, 3);
  t.strictSame(reasons, ['the event collector returned status 400']);
});

t.test('a batch is posted again after a connection that breaks', async (t) => {
  let posts = 0;
  const server = createServer((request, response) => {
    posts += 1;
    if (posts === 1) request.socket.destroy();
    else request.resume().on('end', () => response.end());
  });
  const url = `http://127.0.0.1:${await listening(t, server)}/`;
  const module = new HttpModule({ ...rules, url }, () => undefined);
  for (let n = 0; n < 3; n++) module.take(line(n));
  t.teardown(() => module.close());
  t.ok(await until(() => posts === 2));
  t.equal(module.dropped, 0);
});

t.test('with a hanging collector the queue is bounded, and close() resolves', async (t) => {
  const collector = await startCollector(t);
  collector.status = 0;
  const module = new HttpModule({ ...rules, url: collector.url, maxQueued: 10 }, () => undefined);
  for (let n = 0; n < 3; n++) module.take(line(n));
  await collector.posted(1);
  for (let n = 3; n < 50; n++) module.take(line(n));
  t.equal(module.dropped, 40, 'events being sent count as queued');
  await module.close();
  t.equal(module.dropped, 50, 'undelivered events are counted');
  t.equal(collector.posts.length, 1);
});

t.test(
  'an answer that never ends delays the next batch for a moment only, and its batch is not sent again',
  async (t) => {
    const collector = await startCollector(t);
    collector.isEndless = true;
    const module = closedWith(t, new HttpModule({ ...rules, url: collector.url }, () => undefined));
    for (let n = 0; n < 6; n++) module.take(line(n));
    await collector.posted(2);
    collector.isEndless = false;
    for (let n = 6; n < 9; n++) module.take(line(n));
    await collector.posted(3);
    t.strictSame(
      collector.posts.map(({ lines }) => lines.length),
      [3, 3, 3],
      'no batch is sent twice',
    );
    t.equal(module.dropped, 0);
  },
);

t.test('with no collector listening events are dropped and the reason is reported', async (t) => {
  const reasons: string[] = [];
  const module = new HttpModule({ ...rules, url: 'http://127.0.0.1:1/events' }, (reason) => reasons.push(reason));
  for (let n = 0; n < 3; n++) module.take(line(n));
  await module.close();
  t.equal(module.dropped, 3);
  t.strictSame(reasons, ['the event collector cannot be reached (ECONNREFUSED)']);
});

t.test("an event dropped while the collector fails is reported with the collector's failure", async (t) => {
  const collector = await startCollector(t);
  collector.status = 503;
  const reasons: string[] = [];
  const limits = { ...rules, maxQueued: 3, retryMs: [1, 60_000] };
  const module = closedWith(t, new HttpModule({ ...limits, url: collector.url }, (reason) => reasons.push(reason)));
  for (let n = 0; n < 3; n++) module.take(line(n));
  await collector.posted(2);
  module.take(line(3));
  t.equal(module.dropped, 1);
  t.strictSame(reasons, ['the event collector returned status 503']);
});

t.test('the end of a reported failure is reported', async (t) => {
  const collector = await startCollector(t);
  const notices: string[] = [];
  const module = new HttpModule(
    { ...rules, url: collector.url, batchSize: 1, retryMs: [] },
    (reason) => notices.push(reason),
    () => notices.push('over'),
  );
  t.teardown(() => module.close());
  for (const [at, status] of [200, 503, 503, 200, 200].entries()) {
    collector.status = status;
    module.take(line(at));
    await collector.posted(at + 1);
    // The answer arrives after the collector has counted the post.
    if (status === 503) t.ok(await until(() => module.dropped === at));
  }
  t.ok(await until(() => notices.length === 2));
  t.strictSame(notices, ['the event collector returned status 503', 'over']);
});

t.test('a slow collector is reported once, and as recovered only when nothing is dropped', async (t) => {
  const collector = await startCollector(t);
  const notices: string[] = [];
  const module = new HttpModule(
    { ...rules, url: collector.url, batchSize: 1, maxQueued: 1 },
    (reason) => notices.push(reason),
    () => notices.push('over'),
  );
  t.teardown(() => module.close());
  for (let n = 0; n < 2; n++) module.take(line(n));
  const isTaken = (): boolean => {
    const { dropped } = module;
    module.take(line(2));
    return module.dropped === dropped;
  };
  t.ok(await until(isTaken));
  t.strictSame(notices, ['the event collector is too slow']);
  t.ok(await until(() => notices.length === 2));
  t.strictSame(notices.at(-1), 'over', 'once nothing is dropped');
});

t.test('an event queued just as the last batch is accepted is sent without waiting for another event', async (t) => {
  const collector = await startCollector(t);
  collector.status = 400;
  const takeNext = (): void => queueMicrotask(() => module.take(line(2)));
  const module = new HttpModule({ ...rules, url: collector.url, batchSize: 1, flushMs: 1 }, () => undefined, takeNext);
  t.teardown(() => module.close());
  module.take(line(0));
  t.ok(await until(() => module.dropped === 1));
  collector.status = 200;
  module.take(line(1));
  t.ok(await until(() => collector.posts.length === 3));
});

t.test('close() sends the queued events', async (t) => {
  const collector = await startCollector(t);
  const module = new HttpModule({ ...rules, url: collector.url }, () => undefined);
  for (let n = 0; n < 5; n++) module.take(line(n));
  await module.close();
  t.strictSame(
    collector.posts.flatMap(({ lines }) => lines),
    [0, 1, 2, 3, 4].map((n) => ({ n })),
  );
  module.take(line(9));
  t.equal(module.dropped, 1, 'an event after close() is dropped');
});

t.test('close() also sends an event that comes while it ends', async (t) => {
  const collector = await startCollector(t);
  const module = new HttpModule({ ...rules, url: collector.url }, () => undefined);
  const closed = module.close();
  module.take(line(0));
  await closed;
  t.strictSame([collector.posts.length, module.dropped], [1, 0]);
});
