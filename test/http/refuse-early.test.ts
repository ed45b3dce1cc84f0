/** While the process is behind, requests are refused before their body is read, in the form of any other answer (issue 'Overload'). */
import net from 'node:net';
import t from 'tap';
import { request } from 'undici';
import type { Route } from '../../src/http/exchange.ts';
import { lingerBytes } from '../../src/http/closing.ts';
import type { Gate } from '../../src/http/refuse-early.ts';
import { until } from '../support/until.ts';
import { echo, get, open, post, talk } from './front.ts';

const shedding: Route = { ...post('/auction', echo), cors: 'credentials', sheds: true };

/** The options of a process that refuses what `refuses` says, and all other requests that yield. */
function behind(refuses: Gate['refuses']): { gate: Gate } {
  return {
    gate: {
      countIn: () => true,
      countOut: () => undefined,
      refuses,
      refusesYielding: () => true,
      noteYielding: () => undefined,
    },
  };
}

const alwaysBehind = behind(() => true);

/** The head of a request whose body has this length. */
function head(length: number): string {
  return `POST /auction HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;
}

t.test(
  'a request is refused with 503, Retry-After and CORS headers; other routes and preflights are not',
  async (t) => {
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
    t.equal(asked, 1, 'the gate was not asked about them');
    t.strictSame(bugs, []);
  },
);

t.test('the refusal has the fault headers of its endpoint', async (t) => {
  const faultHeaders = [
    ['Cache-Control', 'no-cache, must-revalidate'],
    ['x-svc', 'gavel/1'],
  ] as const;
  const { url } = await open(t, [{ ...shedding, faultHeaders }], alwaysBehind);
  const { headers } = await request(`${url}/auction`, { method: 'POST', body: '{}' });
  t.match(headers, { 'retry-after': '1', 'cache-control': 'no-cache, must-revalidate', 'x-svc': 'gavel/1' });
});

t.test('the gate gets the number of open exchanges and the arrival time of the request', async (t) => {
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

t.test('the refusal is sent before the body comes, and the connection stays open', async (t) => {
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

t.test('a body of unknown length closes the connection after the refusal', async (t) => {
  const served: string[] = [];
  const { server } = await open(t, [shedding, get('/behind', ({ path }) => void served.push(path))], alwaysBehind);
  const chunked = 'POST /auction HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n';
  t.match((await talk(server.port, [chunked])).text, /^HTTP\/1\.1 503 .*Connection: close/is);
  // The library takes a word of five letters for `close`.
  const other = 'POST /auction HTTP/1.1\r\nHost: a\r\nConnection: other\r\nContent-Length: 0\r\n\r\n';
  for (const first of [`${chunked}0\r\n\r\n`, other]) {
    t.ok((await talk(server.port, [`${first}GET /behind HTTP/1.1\r\nHost: a\r\n\r\n`])).isClosed);
    t.strictSame(served, [], 'nothing behind it is served');
  }
  t.equal(server.inFlight(), 0);
});

t.test('a body that is too long to be discarded closes the connection after the refusal', async (t) => {
  const { server } = await open(t, [shedding], alwaysBehind);
  const answer = async (length: number): Promise<string> =>
    (await talk(server.port, [head(length)], /try again later\n/)).text;
  t.notMatch(await answer(lingerBytes), /Connection: close/i);
  t.match(await answer(lingerBytes + 1), /Connection: close/i);
});

t.test('a draining server closes the connection after the refusal', async (t) => {
  const { server } = await open(t, [shedding], alwaysBehind);
  t.notMatch((await talk(server.port, [head(0)], /try again later\n/)).text, /Connection: close/i);
  server.startDraining();
  t.match((await talk(server.port, [head(0)], /try again later\n/)).text, /^HTTP\/1\.1 503 .*Connection: close/is);
});

t.test('a request with Connection: close gets it back, and the connection is closed', async (t) => {
  const { server } = await open(t, [shedding], alwaysBehind);
  const closing = 'POST /auction HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
  t.match(await talk(server.port, [closing]), { text: /^HTTP\/1\.1 503 .*Connection: close/is, isClosed: true });
});

t.test('a client that is gone before its refusal is sent does no harm', async (t) => {
  const { server, url } = await open(t, [shedding], alwaysBehind);
  // More than are answered in one turn of the event loop: the library drops a client that sends more while a refusal waits.
  const { text, isClosed } = await talk(server.port, [head(0).repeat(150)]);
  t.equal(text.match(/^HTTP\/1\.1 503 /gm)?.length, 100);
  t.ok(isClosed);
  t.equal((await request(`${url}/auction`, { method: 'POST', body: '{}' })).statusCode, 503);
});
