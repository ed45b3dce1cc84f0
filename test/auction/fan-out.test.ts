/** Calls that come back: what is sent, and which replies are whole. */

import { createServer } from 'node:net';

import t from 'tap';

import type { SettledCall } from '../../src/auction/settled-call.ts';
import { listening } from '../support/listening.ts';
import { until } from '../support/until.ts';
import { Client, fanOutFor, inMs, inTime, post, rawServer, reply, staying } from './fan-out-servers.ts';
import { wholeLists } from '../support/whole-lists.ts';

function text(outcome: SettledCall | undefined): string {
  return Buffer.concat(outcome?.chunks ?? []).toString();
}

t.test('outcomes come in the order of the calls, whatever the order of the replies', async (t) => {
  const server = await rawServer(t, (socket) => {
    const index = server.requests.length - 1;
    setTimeout(() => socket.write(reply(/\/(\w+) /.exec(server.requests[index]!)![1]!)), 60 - index * 20);
  });
  const uris = ['first', 'second', 'third'].map((name) => `${server.origin}/${name}`);
  const startMs = performance.now();
  const outcomes = await fanOutFor(t).send(
    uris.map((uri) => post(uri)),
    inTime(),
    staying,
  );
  const tookMs = Math.ceil(performance.now() - startMs);
  t.same(outcomes.map(text), ['first', 'second', 'third']);
  for (const { kind, status, reason, byteLength, chunks, elapsedMs } of outcomes) {
    t.match({ kind, status, reason }, { kind: 'reply', status: 200, reason: '' });
    t.equal(byteLength, Buffer.concat(chunks).length);
    t.ok(Number.isInteger(elapsedMs) && elapsedMs >= 0 && elapsedMs <= tookMs);
  }
});

t.test('the call goes out as its record says, with nothing of ours but what HTTP needs', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('')));
  await fanOutFor(t).send([post(`${server.origin}/bid?a=1&b=%20#part`, ['X-One', 'two'])], inTime(), staying);
  const [head, body] = server.requests[0]!.split('\r\n\r\n');
  const lines = head!.split('\r\n');
  t.equal(lines[0], 'POST /bid?a=1&b=%20 HTTP/1.1');
  t.same(
    lines.slice(1).toSorted(),
    ['X-One: two', 'connection: keep-alive', 'content-length: 10', `host: 127.0.0.1:${server.port}`].toSorted(),
  );
  t.equal(body, '{"id":"r"}');
});

t.test('a call without a body', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')));
  const record = { bidder: 'a', method: 'GET', uri: server.origin, headers: [], body: { start: 0, end: 0 } };
  const [outcome] = await fanOutFor(t).send([{ record, body: null }], inTime(), staying);
  t.equal(text(outcome), 'ok');
  t.match(server.requests[0], /^GET \/ HTTP\/1\.1\r\n/);
  t.notMatch(server.requests[0], /content-length/);
});

const whole: Record<string, { wire: string; status: number; body: string; encoding?: string }> = {
  'a 204': { wire: 'HTTP/1.1 204 No Content\r\n\r\n', status: 204, body: '' },
  'an empty 200': { wire: reply(''), status: 200, body: '' },
  'a 500': { wire: reply('no', 'HTTP/1.1 500 Oh'), status: 500, body: 'no' },
  'blanks behind its length': {
    wire: 'HTTP/1.1 200 OK\r\ncontent-length: 2  \r\n\r\nok',
    status: 200,
    body: 'ok',
  },
  'early hints before the reply': {
    wire: `HTTP/1.1 103 Early Hints\r\ncontent-length: 999999\r\n\r\n${reply('late')}`,
    status: 200,
    body: 'late',
  },
  'chunks and trailers': {
    wire: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nx-sum: 1\r\n\r\n',
    status: 200,
    body: 'abcde',
  },
  'an encoded body, left as it is': {
    wire: reply('\x1f\x8b', 'HTTP/1.1 200 OK\r\nContent-Encoding: GZIP'),
    status: 200,
    body: '\x1f\ufffd',
    encoding: 'gzip',
  },
  'an encoding named twice, cut short': {
    wire: reply('', `HTTP/1.1 200 OK\r\ncontent-encoding: a\r\ncontent-encoding: ${'b'.repeat(200)}`),
    status: 200,
    body: '',
    encoding: `a,${'b'.repeat(62)}`,
  },
};

for (const [name, { wire, status, body, encoding = '' }] of Object.entries(whole)) {
  t.test(`a whole reply: ${name}`, async (t) => {
    const server = await rawServer(t, (socket) => socket.write(Buffer.from(wire, 'latin1')));
    const [outcome] = await fanOutFor(t).send([post(server.origin)], inTime(), staying);
    t.match(outcome, { kind: 'reply', status });
    t.same([outcome?.encoding, outcome?.reason, text(outcome)], [encoding, '', body]);
  });
}

t.test('a body that ends with its connection is whole', async (t) => {
  const server = await rawServer(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nto the end'));
  const [outcome] = await fanOutFor(t).send([post(server.origin)], inTime(), staying);
  t.match(outcome, { kind: 'reply', status: 200 });
  t.equal(text(outcome), 'to the end');
});

t.test('of the headers that a bidder reads, the first of each comes along, its beginning if it is long', async (t) => {
  const long = 'l'.repeat(1024);
  const head = `HTTP/1.1 200 OK\r\nX-One: a\r\nX-Twice: b\r\nX-Twice: c\r\nX-Long: ${long}more\r\nX-Other: d`;
  const server = await rawServer(t, (socket) => socket.write(reply('ok', head)));
  const fanOut = fanOutFor(t);
  const { record, body } = post(server.origin);
  const replyHeaders = ['x-one', 'x-twice', 'x-long', 'x-none'];
  const [wanted] = await fanOut.send([{ record: { ...record, replyHeaders }, body }], inTime(), staying);
  t.same(wanted?.headers, ['x-one', 'a', 'x-twice', 'b', 'x-long', long]);
  const [unasked] = await fanOut.send([post(server.origin)], inTime(), staying);
  t.equal(unasked?.headers, undefined);
});

t.test('a redirect is a reply, and is not followed', async (t) => {
  const trap = await rawServer(t, (socket) => socket.write(reply('caught')));
  const server = await rawServer(t, (socket) =>
    socket.write(reply('', `HTTP/1.1 307 There\r\nlocation: ${trap.origin}/`)),
  );
  const [outcome] = await fanOutFor(t).send([post(server.origin)], inTime(), staying);
  t.match(outcome, { kind: 'reply', status: 307 });
  t.equal(trap.connections, 0);
});

t.test('bytes after a reply never reach the next call', async (t) => {
  const server = await rawServer(t, (socket, index) =>
    socket.write(index === 0 ? reply('one') + reply('stray') : reply('two')),
  );
  const fanOut = fanOutFor(t);
  const [first] = await fanOut.send([post(server.origin)], inTime(), staying);
  const [second] = await fanOut.send([post(server.origin)], inTime(), staying);
  t.equal(text(first), 'one');
  t.match(second, { kind: 'reply' });
  t.equal(text(second), 'two');
});

t.test('a reply that comes before the request was read is a reply', async (t) => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.pause();
      socket.write(reply('early'));
    });
  });
  const port = await listening(t, server);
  const long = { ...post(`http://127.0.0.1:${port}/`), body: Buffer.alloc(8_000_000, 'x') };
  const [outcome] = await fanOutFor(t).send([long], inTime(), staying);
  t.match(outcome, { kind: 'reply', status: 200 });
  t.equal(text(outcome), 'early');
});

t.test('a client that goes away cancels every call, and their connections close', async (t) => {
  let closed = 0;
  const server = await rawServer(t, (socket) => socket.on('close', () => (closed += 1)));
  const fanOut = fanOutFor(t);
  const client = new Client();
  const startMs = performance.now();
  const sent = fanOut.send([post(server.origin), post(server.origin)], inTime(), client);
  await until(() => server.requests.length === 2);
  client.abort();
  const outcomes = await sent;
  t.match(outcomes, wholeLists([{ kind: 'cancelled' }, { kind: 'cancelled' }]));
  t.ok(outcomes[0]!.elapsedMs <= Math.ceil(performance.now() - startMs));
  await until(() => closed === 2);
  t.equal(closed, 2);
  t.equal(fanOut.inFlight(), 0);
  t.match(
    await fanOut.send([post(server.origin)], inTime(), client),
    wholeLists([{ kind: 'cancelled', elapsedMs: 0 }]),
  );
  t.equal(server.requests.length, 2);
});

t.test('a deadline that has passed sends nothing', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')));
  const fanOut = fanOutFor(t);
  for (const deadlineAtMs of [inMs(-1000), inMs(0), Number.NaN]) {
    t.match(
      await fanOut.send([post(server.origin)], deadlineAtMs, staying),
      wholeLists([{ kind: 'late', status: 0, elapsedMs: 0 }]),
    );
  }
  t.equal(server.connections, 0);
  t.same(await fanOut.send([], inTime(), staying), []);
});

t.test('closing ends the calls in flight and refuses new ones', async (t) => {
  const server = await rawServer(t, () => undefined);
  const fanOut = fanOutFor(t);
  const sent = fanOut.send([post(server.origin)], inTime(), staying);
  await until(() => server.requests.length === 1);
  await fanOut.close();
  t.match(await sent, wholeLists([{ kind: 'cancelled' }]));
  t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind: 'cancelled' }]));
  t.equal(server.requests.length, 1);
});

t.test('a call that is not valid HTTP settles alone, however often it is tried', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')));
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 2 });
  const bad = [
    ['x-a', 'b\r\nx-c: d'],
    ['x a', 'b'],
    ['transfer-encoding', 'chunked'],
    ['content-length', '3'],
    ['expect', '100-continue'],
    ['x-odd'],
    ['x-snow', '\u2603'],
  ];
  for (const headers of bad) {
    const outcomes = await fanOut.send([post(server.origin, headers), post(server.origin)], inTime(), staying);
    t.match(outcomes[0], { kind: 'unreachable', status: 0, reason: /not valid HTTP/ }, headers[0]!);
    t.match(outcomes[1], { kind: 'reply' });
  }
  for (const uri of [
    '',
    '/bid',
    'ftp://127.0.0.1/',
    'http://',
    'http://u:p@127.0.0.1/',
    'http://127.0.0.1:99999/',
    'javascript:1',
  ]) {
    t.match(
      await fanOut.send([post(uri)], inTime(), staying),
      wholeLists([{ kind: 'unreachable', reason: /uri/ }]),
      uri,
    );
  }
  t.equal(fanOut.inFlight(), 0);
  t.equal(server.requests.length, bad.length);
});
