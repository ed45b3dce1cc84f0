/** Routing, answers and faults, listening and draining, over real connections. */
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import t from 'tap';
import { Agent, fetch, request } from 'undici';
import { RequestError } from '../../src/errors.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { findFreePort } from '../../src/http/free-port.ts';
import { startServer } from '../../src/http/server.ts';
import { listening } from '../support/listening.ts';
import { until } from '../support/until.ts';
import { echo, get, open, post, talk } from './front.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test('a handler sees path, query, headers and body, and its answer arrives whole', async (t) => {
  const { url, bugs } = await open(t, [
    post('/a/b', (exchange) => {
      const { path, query } = exchange;
      const seen = { path, x: query.get('x'), y: query.get('y'), none: query.get('none') };
      t.ok(Math.abs(performance.now() - exchange.arrivedAtMs) < 10_000);
      t.same(exchange.header('x-one'), 'first, second');
      t.same(exchange.header('x-none'), '');
      const body = structuredClone(exchange.body, { transfer: [exchange.body.buffer] });
      t.equal(body.byteLength, body.buffer.byteLength);
      t.equal(exchange.body.byteLength, 0, 'the body was transferred away');
      const text = JSON.stringify({ ...seen, body: new TextDecoder().decode(body) });
      exchange.answer(201, [['Content-Type', 'application/json']], new TextEncoder().encode(text));
    }),
  ]);
  const reply = await request(`${url}/a/b?x=1%20+2&x=3&y=%zz`, {
    method: 'POST',
    headers: ['X-One', 'first', 'X-One', 'second'],
    body: 'hello',
  });
  t.equal(reply.statusCode, 201);
  t.equal(reply.headers['content-type'], 'application/json');
  t.same(await reply.body.json(), { path: '/a/b', x: '1  2', y: '%zz', none: null, body: 'hello' });
  t.same(bugs, []);
});

t.test('an answer may be a string, bytes, a part of bytes, an ArrayBuffer, or nothing', async (t) => {
  const bytes = new TextEncoder().encode('-part-');
  const bodies = ['täxt', bytes, bytes.subarray(1, 5), bytes.slice(1, 5).buffer, undefined];
  const { url } = await open(t, [
    get('/body/:index', (exchange) => exchange.answer(200, [], bodies[Number(exchange.parameter)])),
  ]);
  const texts = await Promise.all(bodies.map(async (_body, index) => (await fetch(`${url}/body/${index}`)).text()));
  t.same(texts, ['täxt', '-part-', 'part', 'part', '']);
});

t.test('unknown paths answer 404, wrong methods 405 with Allow', async (t) => {
  const { url } = await open(t, [get('/a', echo), post('/a', echo), get('/free/:name', echo)]);
  const missing = await fetch(`${url}/b`);
  t.equal(missing.status, 404);
  t.equal(missing.headers.get('content-type'), 'text/plain; charset=utf-8');
  t.equal(await missing.text(), 'Invalid request: no endpoint has this path: check its spelling\n');
  const wrong = await fetch(`${url}/a`, { method: 'DELETE' });
  t.equal(wrong.status, 405);
  t.equal(wrong.headers.get('allow'), 'GET, POST, HEAD');
  t.equal(await wrong.text(), 'Invalid request: this endpoint does not answer that method: use GET, POST, HEAD\n');
  for (const path of ['/', '/free/', '/free//', '/free/%zz', '/free/a/b', '/constructor', '/__proto__']) {
    t.equal((await fetch(url + path)).status, 404, path);
  }
  for (const path of ['/A', '//A/']) {
    t.equal(await (await fetch(url + path)).text(), 'Invalid request: no endpoint has this path: write /a\n', path);
  }
  t.equal((await fetch(`${url}/free/%00`)).status, 200);
});

const name = (exchange: Exchange): void => exchange.answer(200, [], exchange.parameter);

t.test('slashes of a path may be doubled, and stand at its end', async (t) => {
  const { url } = await open(t, [
    { ...post('/a/b', name), cors: 'public' },
    get('/free', name),
    get('/free/:name', name),
  ]);
  for (const path of ['/a/b/', '//a/b', '//a//b//']) {
    t.equal((await fetch(url + path, { method: 'POST', body: '{}' })).status, 200, path);
  }
  t.equal((await fetch(`${url}/a/b/`, { method: 'OPTIONS', headers: { origin: 'https://pub.example' } })).status, 204);
  t.equal(await (await fetch(`${url}/free/?x=1`)).text(), '');
  t.equal(await (await fetch(`${url}/free/one/?x=1`)).text(), 'one');
});

t.test('HEAD answers as GET does, without the body, and the connection goes on', async (t) => {
  const { server } = await open(t, [get('/a', (exchange) => exchange.answer(200, [], 'ä23'))]);
  const head = 'HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n';
  const { text } = await talk(server.port, [head, 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n'], /Ã¤23/);
  const answers = text.split('HTTP/1.1 200 OK\r\n');
  t.equal(answers.length, 3);
  t.match(answers[1], /content-length: 4\r\n/i);
  t.ok(answers[1]!.endsWith('\r\n\r\n'), 'no body');
  t.ok(answers[2]!.endsWith('Ã¤23'));
});

t.test('a RequestError is answered with its status and a line for each fault', async (t) => {
  const error = new RequestError(503, ['one', 'two\r\nthree']);
  const { url, bugs } = await open(t, [
    get('/thrown', () => {
      throw error;
    }),
    get('/rejected', () => Promise.reject(error)),
  ]);
  for (const path of ['/thrown', '/rejected']) {
    const reply = await fetch(url + path);
    t.equal(reply.status, 503);
    t.equal(reply.headers.get('cache-control'), 'no-store');
    t.equal(await reply.text(), 'Invalid request: one\nInvalid request: two three\n');
  }
  t.same(bugs, []);
});

const bad = (name: string, value: string) => (exchange: Exchange) => exchange.answer(200, [[name, value]], 'x');

t.test('anything else is a bug: 500, and the host is told', async (t) => {
  const bug = new TypeError('oops');
  const { url, bugs } = await open(t, [
    get('/thrown', () => {
      throw bug;
    }),
    get('/rejected', () => Promise.reject(bug)),
    get('/silent', async () => {}),
    get('/status', (exchange) => exchange.answer(99, [], 'x')),
    get('/split', bad('X-A', 'a\r\nX-Evil: 1')),
    get('/nul', bad('X-A', 'a\0')),
    get('/name', bad('X-A\n', 'a')),
  ]);
  for (const path of ['/thrown', '/rejected', '/silent', '/status', '/split', '/nul', '/name']) {
    const reply = await fetch(url + path);
    t.equal(reply.status, 500, path);
    t.equal(await reply.text(), 'Internal error');
    t.equal(reply.headers.get('x-evil'), null);
  }
  t.same(bugs.slice(0, 2), [bug, bug]);
  t.equal(bugs.length, 7);
  t.match(
    bugs.slice(2).map(String),
    wholeLists([
      /GET \/silent ended without an answer/,
      /status 99/,
      /control character in its header "X-A"/,
      /control character in its header "X-A"/,
      /control character in its header "X-A\\n"/,
    ]),
  );
});

t.test('only the first answer counts, and a fault after it is still told', async (t) => {
  const { url, bugs, server } = await open(t, [
    get('/a', async (exchange) => {
      exchange.answer(200, [], 'first');
      exchange.answer(400, [], 'second');
      throw new Error('after the answer');
    }),
  ]);
  const reply = await fetch(`${url}/a`);
  t.equal(reply.status, 200);
  t.equal(await reply.text(), 'first');
  t.match(bugs.map(String), wholeLists([/after the answer/]));
  t.equal(server.inFlight(), 0);
});

t.test('a taken port, a foreign address and wrong options are errors that say so', async (t) => {
  const port = await listening(t, net.createServer());
  const options = {
    host: '127.0.0.1',
    port: 0,
    maxRequestBytes: 1,
    bodyTimeoutMs: 1,
    trustedProxies: [],
    onBug: () => {},
  };
  await t.rejects(startServer({ ...options, port }, []), {
    message: `Cannot listen on 127.0.0.1 port ${port}: the port is taken, or host is no address of this machine; set another host or port`,
  });
  await t.rejects(startServer({ ...options, host: '192.0.2.1' }, []), /192\.0\.2\.1 port 0/);
  for (const wrong of [-1, 65_536, 1.5, NaN])
    await t.rejects(startServer({ ...options, port: wrong }, []), /from 0 to 65535/);
  await t.rejects(startServer({ ...options, trustedProxies: ['lan'] }, []), /trustedProxies: "lan"/);
  const twice = [get('/a', echo), get('/a', echo)];
  await t.rejects(startServer(options, twice), /Two routes answer GET \/a/);
  await t.rejects(startServer(options, [get('a', echo)]), /route path a is malformed/);
});

t.test('several servers share a port', async (t) => {
  const port = await findFreePort({ host: '127.0.0.1', port: 0 });
  for (let count = 0; count < 2; count++) t.equal((await open(t, [], { port })).server.port, port);
});

t.test('every way to name a host listens', async (t) => {
  for (const host of ['::', '0.0.0.0', '127.0.0.1', 'localhost']) {
    const { server } = await open(t, [get('/ip', (exchange) => exchange.answer(200, [], exchange.clientAddress))], {
      host,
    });
    t.ok(server.port > 0);
    const reply = await fetch(`http://${host === 'localhost' ? host : '127.0.0.1'}:${server.port}/ip`);
    t.match(await reply.text(), host === 'localhost' ? /^(?:127\.0\.0\.1|::1)$/ : /^127\.0\.0\.1$/, host);
  }
});

t.test('draining closes connections after their answers, then nothing new gets in, then all is dropped', async (t) => {
  const held: Exchange[] = [];
  const { server, url } = await open(t, [
    get('/now', (exchange) => exchange.answer(200, [], 'now')),
    get('/empty', (exchange) => exchange.answer(204, [])),
    get('/held', (exchange) => void held.push(exchange)),
  ]);
  const agent = new Agent();
  t.teardown(() => agent.close());
  t.equal((await fetch(`${url}/now`)).headers.get('connection'), null);

  const first = fetch(`${url}/held`, { dispatcher: agent });
  t.ok(await until(() => held.length === 1));
  t.equal(server.inFlight(), 1);
  server.startDraining();
  for (const path of ['/now', '/empty']) {
    const { text } = await talk(server.port, [`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`], /\r\n\r\n/);
    t.match(text, /\r\nconnection: close\r\n/i, path);
  }
  server.stopListening();
  server.stopListening();
  await t.rejects(fetch(`${url}/now`, { dispatcher: new Agent() }), 'no new connection');
  held[0]!.answer(200, [], 'still served');
  t.equal(await (await first).text(), 'still served');
  t.equal(server.inFlight(), 0);
});

t.test('a client that says it closes its connection is told so: some would go on with it', async (t) => {
  const { server, url } = await open(t, [
    get('/now', (exchange) => exchange.answer(200, [], 'now')),
    get('/empty', (exchange) => exchange.answer(204, [])),
    get('/long', (exchange) => exchange.answer(200, [], 'x'.repeat(2_000_000))),
  ]);
  for (const [path, value] of [
    ['/now', 'close'],
    ['/now', 'TE, Close'],
    ['/empty', 'close'],
    ['/long', 'close'],
  ] as const) {
    const head = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: ${value}\r\n\r\n`;
    const { text, isClosed } = await talk(server.port, [head], value === 'close' ? undefined : /now$/);
    t.match(text, /\r\nconnection: close\r\n/i, path);
    t.equal(isClosed, value === 'close', path);
    if (path === '/long') t.ok(text.endsWith('x'.repeat(2_000_000)), 'whole');
  }
  const agent = new http.Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  for (let at = 0; at < 3; at++) {
    const asked = http.get(`${url}/now`, { agent, headers: { Connection: 'close' } });
    const [answer] = (await once(asked, 'response')) as [http.IncomingMessage];
    await answer.toArray();
  }
});

t.test('close aborts what is in flight', async (t) => {
  let isTold = false;
  const { server, url } = await open(t, [get('/held', (exchange) => exchange.onAbort(() => (isTold = true)))]);
  const reply = t.rejects(fetch(`${url}/held`));
  t.ok(await until(() => server.inFlight() === 1));
  server.close();
  server.close();
  await reply;
  t.ok(isTold);
  t.equal(server.inFlight(), 0);
});
