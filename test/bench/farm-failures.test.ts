/** The farm fails in each configured way, and survives hostile callers. */
import { request as httpRequest } from 'node:http';
import t from 'tap';
import type { FarmBidder } from '../../bench/farm/bidder.ts';
import { startFarm } from '../../bench/farm/start.ts';
import { postTo } from './post-to.ts';

const plain: FarmBidder = {
  code: 'plain',
  latency: { kind: 'fixed', ms: 0 },
  bidRate: 1,
  prices: [0.5],
  adm: { bytes: 100 },
};
const failing = (['status500', 'close', 'garbage', 'hang', 'oversized'] as const).map((kind): FarmBidder => {
  return { ...plain, code: kind, failure: { rate: 1, kind } };
});
const farm = await startFarm([
  plain,
  { ...plain, code: 'slow', latency: { kind: 'fixed', ms: 300 } },
  { ...plain, code: 'flaky', failure: { rate: 0.3, kind: 'status500' } },
  ...failing,
]);
t.teardown(() => farm.stop());

const body = JSON.stringify({ id: 'one', imp: [{ id: '1', banner: {} }] });

const post = postTo(farm);

t.test(
  'a bidder fails as configured: status 500, closed connection, garbage, oversized, hanging, sometimes',
  async (t) => {
    t.equal((await post('status500', body)).status, 500);
    await t.rejects(post('close', body));
    const garbage = await post('garbage', body);
    t.equal(garbage.status, 200);
    await t.rejects(garbage.json());
    const oversized = await post('oversized', body);
    t.ok((await oversized.arrayBuffer()).byteLength > 4_000_000);
    const hang = fetch(farm.endpoints['hang']!, { method: 'POST', body, signal: AbortSignal.timeout(500) });
    await t.rejects(hang, { name: 'TimeoutError' });
    const statuses: number[] = [];
    for (let call = 0; call < 100; call += 1) statuses.push((await post('flaky', body)).status);
    const failed = statuses.filter((status) => status === 500).length;
    t.ok(failed > 10 && failed < 50, `${failed} of 100 fail`);
  },
);

t.test('an invalid bid request gets 400, and the farm keeps answering', async (t) => {
  const hostile = [
    '',
    'nonsense',
    '[]',
    '{',
    '{"imp":',
    '{"imp":[{"id":"1"',
    '{"imp":5}',
    '{"id":5,"imp":[]}',
    '{"id":"1"}',
    `{"imp":${'['.repeat(100_000)}`,
    '{"imp":[{"id":"\\',
  ];
  for (const text of hostile) t.equal((await post('plain', text)).status, 400, text.slice(0, 40));
  const odd = '{"__proto__":{"id":"x"},"imp":[{"__proto__":{"w":1},"constructor":1,"id":"1","banner":5}],"id":"1"}';
  t.equal((await post('plain', odd)).status, 200);
  t.equal((await post('plain', Buffer.from('damaged'), { 'Content-Encoding': 'gzip' })).status, 400);
  await t.rejects(post('plain', 'x'.repeat(5_000_000)), 'a body over 4 MiB is cut off');
  t.equal((await fetch(`http://127.0.0.1:${farm.port}/nobody`, { method: 'POST', body: '{}' })).status, 404);
  t.equal((await post('plain', body)).status, 200);
});

t.test('after 50 callers that hang up the farm still answers', async (t) => {
  for (let call = 0; call < 50; call += 1) {
    await new Promise<void>((resolve) => {
      const request = httpRequest(farm.endpoints['slow']!, { method: 'POST' });
      request.on('error', () => resolve()).on('socket', (socket) => socket.on('close', () => resolve()));
      request.end(body);
      setTimeout(() => request.destroy(), 20);
    });
  }
  t.equal((await post('slow', body)).status, 200);
});
