/** Requests that yield to auctions: refused while the process is behind, once their body is read (issue 'Overload'). */
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { request } from 'undici';
import type { Gate } from '../../src/http/refuse-early.ts';
import { echo, get, leaveInflating, open, post, send, talk } from './front.ts';

/** The options of a process that accepts auctions, and other requests only while `takes` says so. */
function gateFor(takes: (open: number) => boolean): { gate: Gate } {
  const auctions = { countIn: () => false, refuses: () => true };
  return {
    gate: {
      ...auctions,
      countOut: () => undefined,
      refusesYielding: (count) => !takes(count),
      noteYielding: () => undefined,
    },
  };
}

t.test('a request is refused with 503, Retry-After, CORS and fault headers; other routes are not', async (t) => {
  let served = 0;
  const unread: unknown[] = [];
  const route = {
    ...post('/sync', () => void (served += 1)),
    cors: 'credentials',
    yields: true,
    faultHeaders: [['Cache-Control', 'no-cache']],
    onUnread: (_exchange: unknown, error: unknown) => void unread.push(error),
  } as const;
  const status = get('/status', (exchange) => exchange.answer(204, []));
  const { url, bugs } = await open(
    t,
    [route, status, post('/auction', echo)],
    gateFor(() => false),
  );
  const headers = { origin: 'https://page.example' };
  const reply = await request(`${url}/sync`, { method: 'POST', body: '{}', headers });
  t.equal(reply.statusCode, 503);
  t.match(reply.headers, {
    'retry-after': '1',
    'cache-control': 'no-cache',
    'content-type': 'text/plain; charset=utf-8',
    'access-control-allow-origin': 'https://page.example',
  });
  t.match(await reply.body.text(), /^Invalid request: .*try again later\n$/);
  t.match(unread, [{ status: 503 }], 'onUnread hears of it');
  const preflight = { ...headers, 'access-control-request-method': 'POST' };
  t.equal((await request(`${url}/sync`, { method: 'OPTIONS', headers: preflight })).statusCode, 204);
  t.equal((await request(`${url}/status`)).statusCode, 204);
  t.equal((await send(`${url}/auction`, 'a')).status, 200);
  t.equal(served, 0);
  t.strictSame(bugs, []);
});

t.test('every request is counted in, and a yielding one out again before its body comes', async (t) => {
  const heard: string[] = [];
  const gate = {
    countIn: (count: number) => heard.push(`in ${count}`) < 0,
    countOut: (count: number) => void heard.push(`out ${count}`),
    refuses: () => true,
    refusesYielding: (count: number) => heard.push(`asked ${count}`) < 0,
    noteYielding: (workedMs: number) => void heard.push(workedMs >= 0 ? 'worked' : 'no time'),
  };
  const { url, server } = await open(t, [{ ...post('/sync', echo), yields: true }, post('/other', echo)], { gate });
  await send(`${url}/other`, 'abc');
  await talk(server.port, ['POST /sync HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n', 'a', 'b'], /ab$/);
  t.strictSame(heard, ['in 0', 'in 0', 'out 0', 'asked 0', 'worked']);
});

t.test('the gate is not asked about a request whose client has gone', async (t) => {
  const heard: number[] = [];
  const options = { ...gateFor((count) => heard.push(count) > 0), maxRequestBytes: 50_000_000 };
  const { url, server } = await open(
    t,
    [{ ...post('/sync', (exchange) => exchange.answer(200, [])), yields: true }],
    options,
  );
  const long = gzipSync(Buffer.alloc(30_000_000));
  await leaveInflating(t, server, '/sync?gzip=1', long);
  t.equal((await send(`${url}/sync?gzip=1`, long)).status, 200);
  t.strictSame(heard, [0]);
});

t.test('the gate is asked once per request, with the number of others open, and only for a valid body', async (t) => {
  const heard: number[] = [];
  const gate = gateFor((count) => heard.push(count) > 0);
  const { url } = await open(t, [{ ...post('/sync', echo), yields: true }], gate);
  t.strictSame(await send(`${url}/sync`, 'abc'), { status: 200, text: '3:abc' });
  t.equal((await send(`${url}/sync`, 'x'.repeat(1001))).status, 413, 'the fault of the body comes first');
  t.strictSame(heard, [0]);
});

t.test(
  'the gate gets the working time of each admitted request, also of one that fails, and of no refused one',
  async (t) => {
    const workMs = 30;
    const works: number[] = [];
    const { gate } = gateFor(() => works.length < 2);
    const work = (): void => {
      const untilMs = performance.now() + workMs;
      while (performance.now() < untilMs);
    };
    const sync = post('/sync', (exchange) => {
      work();
      exchange.answer(204, []);
    });
    const routes = [sync, post('/fails', async () => work())];
    const noteYielding = (workedMs: number): void => void works.push(workedMs);
    const yielding = routes.map((route) => ({ ...route, yields: true }));
    const { url } = await open(t, yielding, { gate: { ...gate, noteYielding } });
    t.equal((await send(`${url}/sync`, 'a')).status, 204);
    t.equal((await send(`${url}/fails`, 'a')).status, 500);
    t.equal((await send(`${url}/sync`, 'a')).status, 503);
    t.equal(works.length, 2);
    t.ok(
      works.every((workedMs) => workedMs >= workMs),
      String(works),
    );
  },
);
