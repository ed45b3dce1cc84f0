/** How a request is refused while the process is behind: before its body is read, in the form of any other answer (issue 'Overload'). */
import net from 'node:net';
import t from 'tap';
import { request } from 'undici';
import type { Route } from '../../src/http/exchange.ts';
import { lingerBytes } from '../../src/http/live-exchange.ts';
import type { Gate } from '../../src/http/refuse-early.ts';
import { until } from '../support/until.ts';
import { echo, get, open, post, talk } from './front.ts';

const shedding: Route = { ...post('/auction', echo), cors: 'credentials', sheds: true };

/** A process that is behind all the while. */
function behind(refuses: Gate['refuses']): { gate: Gate } {
  return {
    gate: {
      countIn: () => true,
      countOut: () => undefined,
      refuses,
      refusesOther: () => true,
      noteOther: () => undefined,
    },
  };
}

/** The head of a request whose body is so long. */
function head(length: number): string {
  return `POST /auction HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;
}

t.test('refused with 503, Retry-After and CORS; other routes and preflights are not', async (t) => {
  let asked = 0;
  const refuses = (): boolean => (asked += 1) > 0;
  const { url, bugs } = await open(
    t,
    [shedding, get('/status', (exchange) => exchange.answer(204, []))],
    behind(refuses),
  );
  const headers = { origin: 'https://page.example' };
  const reply = await request(`${url}/auction`, { method: 'POST', body: '{}', headers });
  t.equal(reply.statusCode, 503);
  t.match(reply.headers, {
    'retry-after': '1',
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'access-control-allow-origin': 'https://page.example',
    'access-control-allow-credentials': 'true',
  });
  t.match(await reply.body.text(), /^Invalid request: .*try again later\n$/);
  t.equal(asked, 1);
  t.equal((await request(`${url}/status`)).statusCode, 204);
  const preflight = { ...headers, 'access-control-request-method': 'POST' };
  t.equal((await request(`${url}/auction`, { method: 'OPTIONS', headers: preflight })).statusCode, 204);
  t.equal(asked, 1, 'neither was asked about');
  t.strictSame(bugs, []);
});

t.test("it has the headers of its endpoint's other faults", async (t) => {
  const faultHeaders = [
    ['Cache-Control', 'no-cache, must-revalidate'],
    ['x-svc', 'gavel/1'],
  ] as const;
  const { url } = await open(
    t,
    [{ ...shedding, faultHeaders }],
    behind(() => true),
  );
  const { headers } = await request(`${url}/auction`, { method: 'POST', body: '{}' });
  t.match(headers, { 'retry-after': '1', 'cache-control': 'no-cache, must-revalidate', 'x-svc': 'gavel/1' });
});

t.test('the gate hears how many exchanges are open, and when this one came', async (t) => {
  const heard: number[][] = [];
  const refuses = (...seen: number[]): boolean => heard.push(seen) < 0;
  const held: (() => void)[] = [];
  const route: Route = {
    ...shedding,
    handle: (exchange) => new Promise((resolve) => held.push(() => resolve(echo(exchange)))),
  };
  const { url } = await open(t, [route], behind(refuses));
  const replies = [1, 2, 3].map(() => request(`${url}/auction`, { method: 'POST', body: '{}' }));
  t.ok(await until(() => held.length === 3));
  t.strictSame(
    heard.map(([count]) => count),
    [0, 1, 2],
  );
  for (const [, atMs] of heard) t.ok(atMs! > 0 && atMs! <= performance.now());
  for (const release of held) release();
  for (const reply of replies) t.equal((await reply).statusCode, 200);
});

t.test('the answer comes before the body, and the connection serves on', async (t) => {
  let isBehind = true;
  const { server } = await open(
    t,
    [shedding],
    behind(() => isBehind),
  );
  t.match(
    (await talk(server.port, [head(500)], /try again later\n/)).text,
    /^HTTP\/1\.1 503 /,
    'not a byte of the body was sent',
  );
  const socket = net.connect(server.port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  let said = '';
  socket.on('data', (bytes) => (said += bytes.toString()));
  socket.write(`${head(5)}hello`);
  t.ok(await until(() => /503 .*try again later\n/s.test(said)));
  isBehind = false;
  said = '';
  socket.write(`${head(5)}again`);
  t.ok(await until(() => /200 OK.*5:again/s.test(said)));
});

t.test('a body without end closes the connection after the answer', async (t) => {
  const { server } = await open(
    t,
    [shedding],
    behind(() => true),
  );
  const chunked = 'POST /auction HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n';
  t.match((await talk(server.port, [chunked])).text, /^HTTP\/1\.1 503 .*Connection: close/is);
});

t.test('so does one that is too long to be thrown away', async (t) => {
  const { server } = await open(
    t,
    [shedding],
    behind(() => true),
  );
  const answer = async (length: number): Promise<string> =>
    (await talk(server.port, [head(length)], /try again later\n/)).text;
  t.notMatch(await answer(lingerBytes), /Connection: close/i);
  t.match(await answer(lingerBytes + 1), /Connection: close/i);
});

t.test('a server that drains closes the connection after it, as after any other answer', async (t) => {
  const { server } = await open(
    t,
    [shedding],
    behind(() => true),
  );
  t.notMatch((await talk(server.port, [head(0)], /try again later\n/)).text, /Connection: close/i);
  server.startDraining();
  t.match((await talk(server.port, [head(0)], /try again later\n/)).text, /^HTTP\/1\.1 503 .*Connection: close/is);
});

t.test('a client that says it closes its connection is told so', async (t) => {
  const { server } = await open(
    t,
    [shedding],
    behind(() => true),
  );
  const closing = 'POST /auction HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
  t.match(await talk(server.port, [closing]), { text: /^HTTP\/1\.1 503 .*Connection: close/is, isClosed: true });
});

t.test('a client that is gone before the turn of its refusal harms nobody', async (t) => {
  const { server, url } = await open(
    t,
    [shedding],
    behind(() => true),
  );
  // More than one turn of the event loop answers: the library drops who asks on while a refusal waits.
  const { text, isClosed } = await talk(server.port, [head(0).repeat(150)]);
  t.equal(text.match(/^HTTP\/1\.1 503 /gm)?.length, 100);
  t.ok(isClosed);
  t.equal((await request(`${url}/auction`, { method: 'POST', body: '{}' })).statusCode, 503);
});
