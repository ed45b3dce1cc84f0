/** The HTTP store against servers with Prebid Cache's interface, and broken ones (interface, 'Endpoints'). */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import t, { type Test } from 'tap';
import { HttpCache } from '../../src/cache/http-cache.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { putOf as put } from './support.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** A server that answers by `answer`, and the requests that it received. */
async function startServer(t: Test, answer: (received: Received, response: ServerResponse) => void) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const one = { method: request.method!, url: request.url!, headers: request.headers, text };
      received.push(one);
      answer(one, response);
    });
  });
  return { received, port: await listening(t, server) };
}

function open(t: Test, url: string, timeoutMs = 1000, apiKey = ''): HttpCache {
  const cache = closedWith(t, new HttpCache(url, timeoutMs, apiKey));
  return cache;
}

t.test('a put whose time is over sends nothing', async (t) => {
  const { received, port } = await startServer(t, (_, response) => void response.end());
  t.strictSame(await open(t, `http://127.0.0.1:${port}/`).put([put('1')], performance.now() - 1), ['']);
  t.strictSame(received, []);
});

t.test('puts are sent ten at a time, in the form of Prebid Cache', async (t) => {
  const { received, port } = await startServer(t, ({ text }, response) => {
    const { puts } = JSON.parse(text) as { puts: { key: string }[] };
    response.end(JSON.stringify({ responses: puts.map(({ key }) => ({ uuid: key })) }));
  });
  const cache = open(t, `http://user:p%40ss@127.0.0.1:${port}/deep/cache?site=1`);
  const puts = [
    put('{"a":1}', { ttlSeconds: 7 }),
    put('<VAST a="1"/>', { type: 'xml' }),
    ...Array.from({ length: 10 }, () => put('2')),
  ];
  t.strictSame(
    await cache.put(puts, Infinity),
    puts.map(({ id }) => id),
  );
  t.equal(received.length, 2);
  const bodies = received.map(({ text }) => (JSON.parse(text) as { puts: unknown[] }).puts);
  t.strictSame(bodies.map((list) => list.length).sort(), [10, 2].sort());
  const first = bodies.find((list) => list.length === 10)!;
  t.strictSame(first[0], { type: 'json', ttlseconds: 7, key: puts[0]!.id, value: { a: 1 } });
  t.strictSame(first[1], { type: 'xml', ttlseconds: 60, key: puts[1]!.id, value: '<VAST a="1"/>' });
  t.equal(received[0]!.url, '/deep/cache?site=1');
  t.equal(received[0]!.headers.authorization, `Basic ${Buffer.from('user:p@ss').toString('base64')}`);
});

t.test('the API key is sent with each put, and not with gets', async (t) => {
  const { received, port } = await startServer(t, (_received, response) => {
    response.end(JSON.stringify({ responses: [{ uuid: 'minted-1' }] }));
  });
  for (const apiKey of ['hush', '']) {
    const cache = open(t, `http://127.0.0.1:${port}/cache`, 1000, apiKey);
    await cache.put([put('1')], Infinity);
    await cache.get('minted-1').catch(() => undefined);
  }
  t.strictSame(
    received.map(({ method, headers }) => [method, headers['x-pbc-api-key']]),
    [
      ['POST', 'hush'],
      ['GET', undefined],
      ['POST', undefined],
      ['GET', undefined],
    ],
  );
});

t.test('ids minted by the store are accepted if they are harmless', async (t) => {
  const ids = ['minted-1', '', 'a b', '"><script>', 'x'.repeat(200), null, 7, { uuid: 1 }];
  const { port } = await startServer(t, (_received, response) => {
    response.end(JSON.stringify({ responses: ids.map((uuid) => ({ uuid })) }));
  });
  const cache = open(t, `http://127.0.0.1:${port}/cache`);
  const kept = await cache.put(
    ids.map(() => put('1')),
    Infinity,
  );
  t.strictSame(kept, ['minted-1', '', '', '', '', '', '', '']);
});

t.test('a store that refuses ids of clients is asked again without them, and from then on only so', async (t) => {
  const { received, port } = await startServer(t, ({ text }, response) => {
    const { puts } = JSON.parse(text) as { puts: { key?: string; value: number }[] };
    if (puts.some(({ key }) => key !== undefined)) response.writeHead(400).end('{"error":"no UUID may be specified"}');
    else response.end(JSON.stringify({ responses: puts.map(({ value }) => ({ uuid: `minted-${value}` })) }));
  });
  const cache = open(t, `http://127.0.0.1:${port}/cache`);
  t.strictSame(await cache.put([put('1'), put('2')], Infinity), ['minted-1', 'minted-2']);
  t.strictSame(await cache.put([put('3')], Infinity), ['minted-3']);
  t.equal(received.length, 3);
  const full = await startServer(t, (_received, response) => response.writeHead(400).end('exceeded max size'));
  await t.rejects(open(t, `http://127.0.0.1:${full.port}/cache`).put([put('1')], Infinity));
  t.equal(full.received.length, 1, 'another refusal is not repeated');
});

t.test('a put rejects on every invalid answer', async (t) => {
  const answers: { readonly [name: string]: (response: ServerResponse) => void } = {
    'status 500': (response) => response.writeHead(500).end('{"responses":[{"uuid":"a"}]}'),
    'status 400': (response) => response.writeHead(400).end('bad'),
    'a redirect': (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    'no JSON': (response) => response.end('<html>'),
    null: (response) => response.end('null'),
    'too few ids': (response) => response.end('{"responses":[]}'),
    'too many ids': (response) => response.end('{"responses":[{"uuid":"a"},{"uuid":"b"}]}'),
    'responses that are no list': (response) => response.end('{"responses":{"length":1}}'),
    'an endless body': (response) => response.end('x'.repeat(1_000_000)),
    'a broken connection': (response) => response.destroy(),
  };
  for (const [name, answer] of Object.entries(answers)) {
    const { port } = await startServer(t, (_received, response) => answer(response));
    await t.rejects(open(t, `http://127.0.0.1:${port}/cache`).put([put('1')], Infinity), name);
  }
});

t.test('a request is repeated once when the server closes its kept connection', async (t) => {
  const used = new WeakSet<Socket>();
  const { port } = await startServer(t, ({ method }, response) => {
    if (used.has(response.socket!)) return void response.socket!.destroy();
    used.add(response.socket!);
    response.setHeader('content-type', 'application/json');
    response.end(method === 'POST' ? '{"responses":[{"uuid":"kept"}]}' : '1');
  });
  const [puts, gets] = [0, 1].map(() => open(t, `http://127.0.0.1:${port}/cache`));
  for (let times = 0; times < 2; times++) {
    t.strictSame(await puts!.put([put('1')], Infinity), ['kept']);
    t.equal(String((await gets!.get('kept'))?.value), '1');
  }
});

t.test('a repeated put whose id is already kept does not end the use of own ids', async (t) => {
  const kept = new Set<string>();
  const { received, port } = await startServer(t, ({ text }, response) => {
    const [{ key = 'minted' }] = (JSON.parse(text) as { puts: [{ key?: string }] }).puts;
    if (kept.has(key)) return void response.writeHead(400).end('{"message":"UUID duplication."}');
    kept.add(key);
    if (kept.size === 1) response.socket!.destroy();
    else response.end(`{"responses":[{"uuid":"${key}"}]}`);
  });
  const cache = open(t, `http://127.0.0.1:${port}/cache`);
  t.strictSame(await cache.put([put('1')], Infinity), ['minted']);
  const next = put('2');
  t.strictSame(await cache.put([next], Infinity), [next.id]);
  t.equal(received.length, 4);
});

t.test('a failed request costs only its own ten puts', async (t) => {
  let calls = 0;
  const { port } = await startServer(t, ({ text }, response) => {
    const { puts } = JSON.parse(text) as { puts: { key: string }[] };
    if (calls++ === 0) response.writeHead(500).end();
    else response.end(JSON.stringify({ responses: puts.map(({ key }) => ({ uuid: key })) }));
  });
  const puts = Array.from({ length: 20 }, () => put('1'));
  const kept = await open(t, `http://127.0.0.1:${port}/cache`).put(puts, Infinity);
  t.equal(kept.length, 20);
  t.equal(kept.filter((id) => id !== '').length, 10);
});

t.test('values are read with their type, and rejected if neither JSON nor XML, or too large', async (t) => {
  const { received, port } = await startServer(t, ({ url }, response) => {
    if (url.endsWith('uuid=gone')) response.writeHead(404).end('GET /cache uuid=gone: Key not found');
    else if (url.endsWith('uuid=html')) response.setHeader('content-type', 'text/html').end('<script>');
    else if (url.endsWith('uuid=large'))
      response.setHeader('content-type', 'application/json').end('"x'.repeat(200_000));
    else if (url.endsWith('uuid=xml'))
      response.setHeader('content-type', 'Application/XML ; charset=utf-8').end('<V/>');
    else response.setHeader('content-type', 'application/json').end('{"a":1}');
  });
  const cache = open(t, `http://127.0.0.1:${port}/cache?site=1`);
  t.strictSame(await cache.get('json'), { type: 'json', value: Buffer.from('{"a":1}') });
  t.strictSame(await cache.get('xml'), { type: 'xml', value: Buffer.from('<V/>') });
  t.equal(await cache.get('gone'), undefined);
  await t.rejects(cache.get('html'));
  await t.rejects(cache.get('large'));
  t.equal(received[0]!.url, '/cache?site=1&uuid=json');
});

t.test('a put and a get reject when the server never answers', async (t) => {
  const { port } = await startServer(t, () => undefined);
  await t.rejects(open(t, `http://127.0.0.1:${port}/cache`, 100).put([put('1')], Infinity));
  await t.rejects(open(t, `http://127.0.0.1:${port}/cache`, 100).get('a'));
});
