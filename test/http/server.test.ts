/** Listening, draining and closing, over real connections (traps, 'uWebSockets.js'). */
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import t from 'tap';
import { Agent, fetch } from 'undici';
import type { Exchange } from '../../src/http/exchange.ts';
import { findFreePort } from '../../src/http/free-port.ts';
import { startServer } from '../../src/http/server.ts';
import { closedWith } from '../support/closed-with.ts';
import { collect } from '../support/collect.ts';
import { listening } from '../support/listening.ts';
import { until } from '../support/until.ts';
import { echo, get, open, plainOptions, talk } from './front.ts';

t.test('a taken port, a foreign address and wrong routes are reported as errors', async (t) => {
  const port = await listening(t, net.createServer());
  await t.rejects(startServer({ ...plainOptions, port }, []), {
    message: `Cannot listen on 127.0.0.1 port ${port}: the port is in use, or host is not an address of this machine; set another host or port`,
  });
  await t.rejects(startServer({ ...plainOptions, host: '192.0.2.1' }, []), /192\.0\.2\.1 port 0/);
  const twice = [get('/a', echo), get('/a', echo)];
  await t.rejects(startServer(plainOptions, twice), /Two routes answer GET \/a/);
  await t.rejects(startServer(plainOptions, [get('a', echo)]), /route path a is malformed/);
});

t.test('several servers share a port', async (t) => {
  const port = await findFreePort({ host: '127.0.0.1', port: 0 });
  for (let count = 0; count < 2; count++) t.equal((await open(t, [], { port })).server.port, port);
});

t.test('every form of host can be listened on', async (t) => {
  for (const host of ['::', '0.0.0.0', '127.0.0.1', 'localhost']) {
    const { server } = await open(t, [get('/ip', (exchange) => exchange.answer(200, [], exchange.clientAddress))], {
      host,
    });
    t.ok(server.port > 0);
    const reply = await fetch(`http://${host === 'localhost' ? host : '127.0.0.1'}:${server.port}/ip`);
    t.match(await reply.text(), host === 'localhost' ? /^(?:127\.0\.0\.1|::1)$/ : /^127\.0\.0\.1$/, host);
  }
});

t.test(
  'draining closes connections after their answers; after stopListening only requests in flight are answered',
  async (t) => {
    const held: Exchange[] = [];
    const { server, url } = await open(t, [
      get('/now', (exchange) => exchange.answer(200, [], 'now')),
      get('/empty', (exchange) => exchange.answer(204, [])),
      get('/held', (exchange) => void held.push(exchange)),
    ]);
    const agent = closedWith(t, new Agent());
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
  },
);

t.test('a request with Connection: close gets it back, as some clients would reuse the connection', async (t) => {
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
    if (path === '/long') t.ok(text.endsWith('x'.repeat(2_000_000)), 'the whole body');
  }
  const agent = new http.Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  for (let at = 0; at < 3; at++) {
    const asked = http.get(`${url}/now`, { agent, headers: { Connection: 'close' } });
    const [answer] = (await once(asked, 'response')) as [http.IncomingMessage];
    await answer.toArray();
  }
});

t.test('close aborts exchanges in flight', async (t) => {
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

t.test(
  'a closed server keeps no reference to what its routes hold, as its process may go on as a primary',
  async (t) => {
    const serveOnce = async (): Promise<WeakRef<object>> => {
      const texts = { kept: 'all that the service had in memory' };
      const { server, url } = await open(t, [get('/texts', (exchange) => exchange.answer(200, [], texts.kept))]);
      t.equal(await (await fetch(`${url}/texts`)).text(), texts.kept);
      server.close();
      return new WeakRef(texts);
    };
    const texts = await serveOnce();
    const isGone = (): boolean => {
      collect();
      return texts.deref() === undefined;
    };
    t.ok(await until(isGone));
  },
);
