/** Malformed and abusive requests: none may stop the server. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { fetch } from 'undici';
import type { Exchange } from '../../src/http/exchange.ts';
import { dice } from '../support/chance.ts';
import { echo, get, open, post, talk } from './front.ts';

const seed = 20_250_301;

const head = (target: string, ...lines: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: a', ...lines, '', ''].join('\r\n');

/** What is sent, and what comes back. */
const cases: [name: string, sent: string, expected: RegExp][] = [
  ['16 KB header', head('/a', `X: ${'a'.repeat(16_000)}`), /x=a{16000}$/],
  ['16 KB query', head(`/a?q=${'b'.repeat(16_000)}`), /q=b{16000};/],
  ['40 KB header', head('/a', `X: ${'a'.repeat(40_000)}`), /^HTTP\/1\.1 431 /],
  ['64 KB query', head(`/a?q=${'b'.repeat(65_536)}`), /^HTTP\/1\.1 431 /],
  ['thousands of headers', head('/a', ...Array.from({ length: 3000 }, () => 'X: y')), /^HTTP\/1\.1 431 /],
  ['90 headers', head('/a', ...Array.from({ length: 90 }, () => 'X: y')), /x=(?:y, ){89}y$/],
  ['thousands of parameters', head(`/a?${'q=1&'.repeat(6000)}q=2`), /q=1;/],
  ['header without value', head('/a', 'X:'), /q=null;x=$/],
  ['header without colon', head('/a', 'X'), /^HTTP\/1\.1 400 /],
  ['header without name', head('/a', ': x'), /^HTTP\/1\.1 (?:200|400) /],
  ['names of Object', head('/a', '__proto__: x', 'constructor: y', 'X: z'), /x=z$/],
  ['%00 in the path', head('/a%00'), /^HTTP\/1\.1 404 /],
  ['%00 in a parameter', head('/a?q=%00'), /q=\0;/],
  ['broken escapes', head('/a?q=%&q=%ZZ'), /q=%;/],
  ['a path of dots', head('/a/../a'), /^HTTP\/1\.1 404 /],
  ['a free segment with an escape', head('/p/%ff'), /^HTTP\/1\.1 404 /],
  ['absolute URI', head('http://a/a'), /^HTTP\/1\.1 (?:200|4\d\d|505) /],
  ['asterisk', head('*'), /^HTTP\/1\.1 (?:404|400|505) /],
  ['HTTP/1.0', 'GET /a HTTP/1.0\r\nHost: a\r\n\r\n', /^HTTP\/1\.1 505 /],
  ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /^HTTP\/1\.1 (?:400|505) /],
  ['no Host', 'GET /a HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['bare line feeds', 'GET /a HTTP/1.1\nHost: a\n\n', /^HTTP\/1\.1 (?:400|505) /],
  ['unknown method', 'BREW /a HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1\.1 405 [^]*allow: GET, HEAD/i],
  ['upgrade', head('/a', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: eA=='), /^HTTP\/1\.1 200 /],
  ['TLS hello', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n', /^(?:HTTP\/1\.1 (?:400|505) |$)/],
];

t.test('strange heads get the expected status, and the server goes on', async (t) => {
  const route = get('/a', (exchange) =>
    exchange.answer(200, [], `q=${exchange.query.get('q')};x=${exchange.header('x')}`),
  );
  const { server, url, bugs } = await open(t, [route, get('/p/:name', echo)]);
  await Promise.all(
    cases.map(async ([name, sent, expected]) => {
      const { text } = await talk(server.port, [sent], /(?:x=[a-z, ]*|reply|\n)$/);
      t.match(text, expected, name);
    }),
  );
  t.equal((await fetch(`${url}/a?q=good`)).status, 200);
  t.strictSame(bugs, []);
  t.equal(server.inFlight(), 0);
});

t.test('a request that comes byte by byte is served', async (t) => {
  const { server } = await open(t, [post('/a', echo)]);
  const { text } = await talk(
    server.port,
    [...'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello'],
    /5:hello/,
  );
  t.match(text, /^HTTP\/1\.1 200 /);
});

t.test('pipelined requests are all answered; one behind a pending answer drops the connection', async (t) => {
  const { server } = await open(t, [
    get('/one', (exchange) => exchange.answer(200, [], 'one')),
    post('/two', (exchange) => exchange.answer(200, [], 'two')),
    get('/pending', async (exchange) => {
      await sleep(50);
      exchange.answer(200, [], 'pending');
    }),
  ]);
  const one = 'GET /one HTTP/1.1\r\nHost: a\r\n\r\n';
  const sync = await talk(server.port, [one + one + one], /(?:one[^]*){3}$/);
  t.equal(sync.text.split('\r\n\r\none').length - 1, 3);
  const mixed = await talk(server.port, [`GET /pending HTTP/1.1\r\nHost: a\r\n\r\n${one}`], /one$/);
  t.ok(mixed.isClosed);
  t.equal(mixed.text, '', 'no answer can reach the wrong request');
  t.equal(server.inFlight(), 0);
});

const behind = 'GET /behind HTTP/1.1\r\nHost: a\r\n\r\n';

for (const [what, header, isDraining] of [
  ['at its client’s wish', 'Connection: close\r\n', false],
  ['because the server drains', '', true],
  ['because the library takes five letters for “close”', 'Connection: other\r\n', false],
] as const) {
  t.test(`nothing is served behind an answer that closes the connection ${what}`, async (t) => {
    const served: string[] = [];
    const { server } = await open(t, [
      post('/long', (exchange) => exchange.answer(200, [], 'a'.repeat(16_384))),
      get('/short', (exchange) => exchange.answer(200, [], 'a')),
      get('/behind', ({ path }) => void served.push(path)),
    ]);
    if (isDraining) server.startDraining();
    for (const [line, rest, answer] of [
      ['POST /long', 'Content-Length: 3\r\n\r\nabc', /^HTTP\/1\.1 200 [^]*\na{16384}$/],
      ['GET /short', '\r\n', /^HTTP\/1\.1 200 [^]*\na$/],
    ] as const) {
      const first = `${line} HTTP/1.1\r\nHost: a\r\n${header}${rest}`;
      t.ok((await talk(server.port, [first + behind])).isClosed, line);
      t.strictSame(served, [], line);
      t.equal(server.inFlight(), 0);
      t.match((await talk(server.port, [first])).text, answer, line);
    }
  });
}

t.test('nothing is served behind a chunked body that was not read', async (t) => {
  const served: string[] = [];
  const { server } = await open(t, [
    get('/a', (exchange) => exchange.answer(200, [], 'a')),
    get('/behind', ({ path }) => void served.push(path)),
  ]);
  for (const line of ['GET /a', 'POST /a', 'POST /b']) {
    const first = `${line} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
    t.ok((await talk(server.port, [first + behind])).isClosed, line);
    t.match((await talk(server.port, [first])).text, /^HTTP\/1\.1 (?:200|404|405) [^]*Connection: close/, line);
  }
  t.strictSame(served, []);
  t.equal(server.inFlight(), 0);
});

t.test('trailers behind a chunked body are not served as a request', async (t) => {
  const served: string[] = [];
  const { server, bugs } = await open(t, [post('/a', echo), get('/behind', ({ path }) => void served.push(path))]);
  const request = 'POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n';
  for (const trailer of ['abX: / HTTP/1.1', 'abX:y / HTTP/1.1', 'a: /a HTTP/1.1', 'a:GET /behind HTTP/1.1']) {
    const rest = `${trailer}\r\nHost: a\r\n\r\n`;
    t.ok((await talk(server.port, [request + rest])).isClosed, trailer);
    const { text, isClosed } = await talk(server.port, [request + rest.slice(0, 2), rest.slice(2)]);
    t.match(text, /^(?:HTTP\/1\.1 200 [^]*5:hello)?$/, trailer);
    t.ok(isClosed, trailer);
  }
  t.strictSame(served, []);
  t.equal(server.inFlight(), 0);
  t.strictSame(bugs, []);
});

t.test('a connection that pipelines endlessly delays no others and is dropped', async (t) => {
  let asked = 0;
  const { server, url } = await open(t, [
    get('/one', (exchange) => {
      asked += 1;
      exchange.answer(200, [], 'one');
    }),
  ]);
  const one = 'GET /one HTTP/1.1\r\nHost: a\r\n\r\n';
  const flood = talk(server.port, [one.repeat(10_000)]);
  t.equal((await fetch(`${url}/one`)).status, 200);
  t.ok((await flood).isClosed);
  t.ok(asked < 1000, `${asked} answers`);
  const few = await talk(server.port, [one.repeat(50)]);
  t.equal(few.text.split('\r\n\r\none').length - 1, 50);
});

t.test('a client that sends requests without reading is dropped, one that reads late gets all', async (t) => {
  const text = 'ä1234567'.repeat(500_000);
  let asked = 0;
  const give = (body: string | Uint8Array) => (exchange: Exchange) => {
    asked += 1;
    exchange.answer(200, [], body);
  };
  const { server, url } = await open(t, [get('/text', give(text)), get('/bytes', give(Buffer.from(text)))]);
  for (const path of ['/text', '/bytes']) {
    const response = await fetch(url + path);
    await sleep(200);
    t.equal(response.headers.get('content-length'), String(Buffer.byteLength(text)));
    t.ok((await response.text()) === text, `all of ${path}`);
  }
  asked = 0;
  const socket = connect(server.port, '127.0.0.1').pause();
  const closed = new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
  const more = setInterval(() => socket.write('GET /bytes HTTP/1.1\r\nHost: a\r\n\r\n'), 20);
  t.teardown(() => clearInterval(more));
  await closed;
  t.ok(asked < 10, `${asked} answers wait in memory`);
});

t.test('a valid request is served after 400 garbage requests', async (t) => {
  const { server, url, bugs } = await open(t, [post('/a', echo), get('/a', echo)], { bodyTimeoutMs: 200 });
  const random = dice(seed);
  const good =
    'POST /a?gzip=0 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nX-Forwarded-For: 1.2.3.4\r\nOrigin: https://a.example\r\n\r\nhello';
  const grains = [
    '\r\n',
    '\r\n\r\n',
    ':',
    '\0',
    ' ',
    'HTTP/1.1',
    'Content-Length: ',
    'Transfer-Encoding: chunked\r\n',
    '%',
    '?',
    'é',
    '9',
  ];
  const garble = (): Buffer => {
    const bytes = [...Buffer.from(good)];
    for (let change = random(8); change >= 0; change--) {
      const at = random(bytes.length);
      const kind = random(4);
      if (kind === 0) bytes[at] = random(256);
      else if (kind === 1) bytes.splice(at, random(20));
      else if (kind === 2) bytes.splice(at, 0, ...Buffer.from(grains[random(grains.length)]!));
      else bytes.push(...Buffer.from(good).subarray(0, random(good.length)));
    }
    return Buffer.from(bytes);
  };
  const noise = (): Buffer => Buffer.from(Array.from({ length: 1 + random(500) }, () => random(256)));
  let sent = 0;
  for (let round = 0; round < 2; round++) {
    const batch = Array.from({ length: 200 }, (_zero, index) => (index % 4 === 0 ? noise() : garble()));
    await Promise.all(
      batch.map(async (bytes) => {
        const cut = random(bytes.length);
        await talk(server.port, [bytes.subarray(0, cut), bytes.subarray(cut)], /\r\n\r\n/);
        sent++;
      }),
    );
  }
  t.equal(sent, 400);
  const reply = await fetch(`${url}/a`, { method: 'POST', body: 'fine' });
  t.equal(await reply.text(), '4:fine');
  t.strictSame(bugs, []);
  t.equal(server.inFlight(), 0);
});
