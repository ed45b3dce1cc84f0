/** Which route serves a request, and what its handler gets, over real connections. */
import t from 'tap';
import { fetch, request } from 'undici';
import type { Exchange } from '../../src/http/exchange.ts';
import { echo, get, open, post, talk } from './front.ts';

t.test('a handler gets path, query, headers and body, and its answer arrives whole', async (t) => {
  const sentAtMs = performance.now();
  const { url, bugs } = await open(t, [
    post('/a/b', (exchange) => {
      const { path, query } = exchange;
      const seen = { path, x: query.get('x'), y: query.get('y'), none: query.get('none') };
      const { arrivedAtMs } = exchange;
      t.ok(sentAtMs <= arrivedAtMs && arrivedAtMs <= performance.now(), `${arrivedAtMs} ms`);
      t.strictSame(exchange.header('x-one'), 'first, second');
      t.strictSame(exchange.header('x-none'), '');
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
  t.strictSame(await reply.body.json(), { path: '/a/b', x: '1  2', y: '%zz', none: null, body: 'hello' });
  t.strictSame(bugs, []);
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
  t.equal(await wrong.text(), 'Invalid request: this endpoint does not support that method: use GET, POST, HEAD\n');
  for (const path of ['/', '/free/', '/free//', '/free/%zz', '/free/a/b', '/constructor', '/__proto__']) {
    t.equal((await fetch(url + path)).status, 404, path);
  }
  for (const path of ['/A', '//A/']) {
    t.equal(await (await fetch(url + path)).text(), 'Invalid request: no endpoint has this path: write /a\n', path);
  }
  t.equal((await fetch(`${url}/free/%00`)).status, 200);
});

const tellParameter = (exchange: Exchange): void => exchange.answer(200, [], exchange.parameter);

t.test('doubled and trailing slashes of a path are ignored', async (t) => {
  const { url } = await open(t, [
    { ...post('/a/b', tellParameter), cors: 'public' },
    get('/free', tellParameter),
    get('/free/:name', tellParameter),
  ]);
  for (const path of ['/a/b/', '//a/b', '//a//b//']) {
    t.equal((await fetch(url + path, { method: 'POST', body: '{}' })).status, 200, path);
  }
  t.equal((await fetch(`${url}/a/b/`, { method: 'OPTIONS', headers: { origin: 'https://pub.example' } })).status, 204);
  t.equal(await (await fetch(`${url}/free/?x=1`)).text(), '');
  t.equal(await (await fetch(`${url}/free/one/?x=1`)).text(), 'one');
});

t.test('HEAD is answered like GET without the body, and the connection stays open', async (t) => {
  const { server } = await open(t, [get('/a', (exchange) => exchange.answer(200, [], 'ä23'))]);
  const head = 'HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n';
  const { text } = await talk(server.port, [head, 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n'], /Ã¤23/);
  const answers = text.split('HTTP/1.1 200 OK\r\n');
  t.equal(answers.length, 3);
  t.match(answers[1], /content-length: 4\r\n/i);
  t.ok(answers[1]!.endsWith('\r\n\r\n'), 'no body');
  t.ok(answers[2]!.endsWith('Ã¤23'));
});
