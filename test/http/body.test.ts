/** Bodies: limits of size and time, chunks, ambiguous lengths, and clients that disconnect. */
import net from 'node:net';
import t from 'tap';
import type { Exchange } from '../../src/http/exchange.ts';
import { until } from '../support/until.ts';
import { echo, get, open, post, send, talk } from './front.ts';
import { wholeLists } from '../support/whole-lists.ts';

const limit = 1000;
const head = (...lines: string[]): string => ['POST /a HTTP/1.1', 'Host: a', ...lines, '', ''].join('\r\n');
const chunked = (...chunks: string[]): string =>
  [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');

const inTwo = (text: string): string[] => [text.slice(0, 20), text.slice(20)];

t.test('a body of exactly the limit is accepted, one byte more is 413', async (t) => {
  const { url, bugs } = await open(t, [post('/a', echo)]);
  t.strictSame(await send(`${url}/a`, 'x'.repeat(limit)), { status: 200, text: `${limit}:${'x'.repeat(limit)}` });
  t.strictSame(await send(`${url}/a`, ''), { status: 200, text: '0:' });
  t.strictSame(await send(`${url}/a`, 'x'.repeat(limit + 1)), {
    status: 413,
    text: 'Invalid request: the body is larger than 1000 bytes: send less, or ask the host to raise auction.maxRequestBytes\n',
  });
  t.strictSame(bugs, []);
});

t.test('a declared length over the limit is answered before the body comes, and the body is discarded', async (t) => {
  const { server } = await open(t, [post('/a', echo)]);
  const { text } = await talk(server.port, [head(`Content-Length: ${limit + 1}`)], /raise/);
  t.match(text, /^HTTP\/1\.1 413 /);
  const body = 'x'.repeat(limit + 1);
  const after = await talk(
    server.port,
    [head(`Content-Length: ${body.length}`), body, head('Content-Length: 2') + 'ok'],
    /2:ok/,
  );
  t.match(after.text, /^HTTP\/1\.1 413 [^]*HTTP\/1\.1 200 OK\r\n[^]*2:ok$/, 'the connection stays open');
  const huge = await talk(server.port, [head('Content-Length: 99999999999')]);
  t.match(huge.text, /^HTTP\/1\.1 413 [^]*connection: close/i);
  t.ok(huge.isClosed);
});

t.test('chunked bodies are joined, and the limit applies to the sum', async (t) => {
  const { server } = await open(t, [post('/a', echo)]);
  const encoded = head('Transfer-Encoding: chunked');
  const good = await talk(server.port, [encoded, chunked('hello ', 'w', 'orld')]);
  t.match(good.text, /11:hello world$/);
  t.ok(good.isClosed, 'trailers may follow');
  const capital = await talk(server.port, [head('Transfer-Encoding: Chunked'), chunked('hello')], /5:hello/);
  t.match(capital.text, /^HTTP\/1\.1 200 /, 'in any case');
  const full = await talk(server.port, [encoded, chunked('x'.repeat(600), 'y'.repeat(400))], /1000:x/);
  t.match(full.text, /^HTTP\/1\.1 200 /);
  const over = await talk(server.port, [encoded, chunked('x'.repeat(600), 'y'.repeat(401))], /raise/);
  t.match(over.text, /^HTTP\/1\.1 413 /);
  const endless = await talk(server.port, [
    encoded,
    ...Array.from({ length: 40 }, () => `8000\r\n${'x'.repeat(0x8000)}\r\n`),
  ]);
  t.match(endless.text, /^HTTP\/1\.1 413 /);
  t.ok(endless.isClosed, 'an endless body is cut off');
  t.equal(server.inFlight(), 0);
});

t.test('a body sent in single bytes arrives whole', async (t) => {
  const { server } = await open(t, [post('/a', echo)]);
  const body = Array.from({ length: 300 }, (_zero, index) => String.fromCodePoint(65 + (index % 26)));
  const { text } = await talk(server.port, [...head('Content-Length: 300'), ...body], /300:.{300}$/);
  t.ok(text.endsWith(`300:${body.join('')}`));
});

t.test('an empty body is complete, however many packets its head takes', async (t) => {
  const { server } = await open(t, [post('/a', echo)]);
  for (const lines of [['Content-Length: 0'], []]) {
    const { text } = await talk(server.port, inTwo(head(...lines)), /0:$/);
    t.match(text, /^HTTP\/1\.1 200 /, `${lines}`);
  }
});

t.test('a body that does not come in time is 408, and its connection is closed', async (t) => {
  const { server } = await open(t, [post('/a', echo)], { bodyTimeoutMs: 100 });
  const slow = [
    [head('Content-Length: 10')],
    [head('Content-Length: 10'), 'abc'],
    inTwo(head('Content-Length: 10')),
    [head('Transfer-Encoding: chunked')],
    [head('Transfer-Encoding: chunked'), '3\r\nabc\r\n'],
  ];
  await Promise.all(
    slow.map(async (parts) => {
      const { text, isClosed } = await talk(server.port, parts);
      t.match(text, /^HTTP\/1\.1 408 [^]*connection: close[^]*did not arrive within 100 ms/i);
      t.ok(isClosed);
    }),
  );
  t.equal(server.inFlight(), 0);
});

t.test('the time limit of a body does not apply to its handler', async (t) => {
  const { server } = await open(
    t,
    [post('/a', (exchange) => void setTimeout(() => exchange.answer(200, [], 'late but fine'), 1200))],
    // Longer than a busy machine pauses this process between the head and the body.
    { bodyTimeoutMs: 1000 },
  );
  const { text } = await talk(server.port, [head('Content-Length: 4'), 'ab', 'cd'], /fine/);
  t.match(text, /^HTTP\/1\.1 200 /);
});

t.test('Expect: 100-continue is answered', async (t) => {
  const { server } = await open(t, [post('/a', echo)]);
  const { text } = await talk(server.port, [head('Expect: 100-continue', 'Content-Length: 5'), 'hello'], /5:hello/);
  t.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
});

t.test('a body whose end is ambiguous is refused, and the connection closed', async (t) => {
  const { server } = await open(t, [post('/a', echo)]);
  const chunks = chunked('hello');
  const cases: [string[], string, RegExp][] = [
    [['Content-Length: 5', 'Content-Length: 7'], 'hello', /^HTTP\/1\.1 400 [^]*Content-Length is not one number/],
    [['Content-Length: 5', 'Content-Length: 5'], 'hello', /^HTTP\/1\.1 400 /],
    [['Content-Length:'], '', /^HTTP\/1\.1 400 /],
    [['Content-Length: 0x5'], 'hello', /^HTTP\/1\.1 400 /],
    [['Content-Length: 5', 'Transfer-Encoding: chunked'], chunks, /^HTTP\/1\.1 400 /],
    [['Transfer-Encoding: gzip, chunked'], chunks, /^HTTP\/1\.1 501 [^]*Transfer-Encoding is not supported/],
    [['Transfer-Encoding: identity'], chunks, /^HTTP\/1\.1 501 /],
  ];
  for (const [lines, body, expected] of cases) {
    const { text, isClosed } = await talk(server.port, [head(...lines) + body]);
    t.match(text, expected, lines.join());
    t.notMatch(text, /HTTP\/1\.1 200/, lines.join());
    t.ok(isClosed, lines.join());
  }
});

t.test('nothing that follows a request with an ambiguous end is served', async (t) => {
  let hidden = 0;
  const { server } = await open(t, [
    post('/a', echo),
    get('/hidden', (exchange) => {
      hidden += 1;
      exchange.answer(200, [], 'hidden');
    }),
  ]);
  const next = 'GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n';
  const cases: [string[], string][] = [
    [['Content-Length: 5', `Content-Length: ${5 + next.length}`], 'hello'],
    [['Content-Length: 0', `Content-Length: ${next.length}`], ''],
    [['Content-Length:'], ''],
    [['Transfer-Encoding: gzip, chunked'], '5\r\nhello\r\n0\r\n\r\n'],
    [['Transfer-Encoding:', 'Content-Length: 5'], 'hello'],
  ];
  for (const [lines, body] of cases) {
    for (const times of [1, 3]) {
      const { text, isClosed } = await talk(server.port, [head(...lines) + body + next.repeat(times)]);
      t.notMatch(text, /HTTP\/1\.1 200/, lines.join());
      t.ok(isClosed, lines.join());
    }
  }
  t.equal(hidden, 0);
  const { text } = await talk(server.port, [next + next], /hidden[^]*hidden$/);
  t.equal(text.split('HTTP/1.1 200').length - 1, 2, 'other connections are served as before');
});

t.test('a client that disconnects mid-body reaches no handler and leaves nothing in flight', async (t) => {
  let handled = 0;
  const { server, bugs } = await open(t, [post('/a', () => void handled++)]);
  for (const parts of [
    [head('Content-Length: 10')],
    [head('Content-Length: 10'), 'abc'],
    [head('Transfer-Encoding: chunked')],
  ]) {
    const socket = net.connect(server.port, '127.0.0.1');
    for (const part of parts) socket.write(part);
    t.ok(await until(() => server.inFlight() === 1));
    socket.resetAndDestroy();
    t.ok(await until(() => server.inFlight() === 0));
  }
  t.equal(handled, 0);
  t.strictSame(bugs, []);
});

t.test('when a client disconnects mid-handler, abort listeners run once and the answer is dropped', async (t) => {
  const calls: string[] = [];
  let exchange: Exchange | undefined;
  const { server, bugs } = await open(t, [
    post('/a', (given) => {
      given.onAbort(() => calls.push('first'));
      given.onAbort(() => {
        throw new Error('listener');
      });
      given.onAbort(() => calls.push('third'));
      exchange = given;
    }),
  ]);
  const socket = net.connect(server.port, '127.0.0.1');
  socket.write(`${head('Content-Length: 2')}ok`);
  t.ok(await until(() => exchange !== undefined));
  t.notOk(exchange!.isAborted);
  socket.destroy();
  t.ok(await until(() => exchange!.isAborted));
  exchange!.onAbort(() => calls.push('after'));
  exchange!.answer(200, [], 'nobody reads this');
  exchange!.answer(99, [], 'nor this');
  t.strictSame(calls, ['first', 'third', 'after']);
  t.match(bugs.map(String), wholeLists([/listener/]));
  t.equal(bugs.length, 1);
  t.equal(server.inFlight(), 0);
});

t.test('abort listeners of an answered exchange never run', async (t) => {
  const calls: string[] = [];
  const { server } = await open(t, [
    post('/a', (exchange) => {
      exchange.onAbort(() => calls.push('before'));
      exchange.answer(200, [], 'done');
      exchange.onAbort(() => calls.push('after'));
    }),
  ]);
  await talk(server.port, [`${head('Content-Length: 2')}ok`], /done/);
  t.strictSame((await talk(server.port, [`${head('Content-Length: 2')}ok`], /done/)).isClosed, false);
  server.close();
  t.strictSame(calls, []);
});
