/** Bidders that misbehave in every known way, each beside an honest one, end by the deadline. */
import { createServer, type Socket } from 'node:net';
import t from 'tap';
import { errors } from 'undici';
import type { SettledCall } from '../../src/auction/settled-call.ts';
import { listening } from '../support/listening.ts';
import { until } from '../support/until.ts';
import { fanOutFor, inMs, neverAccepts, post, rawServer, reply, staying, type Answer } from './fan-out-servers.ts';
import { wholeLists } from '../support/whole-lists.ts';

/** Long enough for the honest ones, which share this process, on a busy machine. */
const deadlineMs = 2000;

/** Writes `bytes` again and again until the socket is gone. */
function forEver(socket: Socket, bytes: string | Buffer, everyMs = 1): void {
  const timer = setInterval(() => {
    if (!socket.writableNeedDrain) socket.write(bytes);
  }, everyMs);
  socket.on('close', () => clearInterval(timer));
}

const chunkedHead = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const block = Buffer.alloc(65_536, 'x');
const chunk = Buffer.concat([Buffer.from('10000\r\n'), block, Buffer.from('\r\n')]);

const evil: Record<string, { answer: Answer; expect: Partial<Record<keyof SettledCall, unknown>> }> = {
  'never answers': { answer: () => undefined, expect: { kind: 'timeout', reason: 'no reply by the deadline' } },
  'sends half a status line': { answer: (socket) => socket.write('HTTP/1.1 2'), expect: { kind: 'timeout' } },
  'sends headers, then nothing': {
    answer: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n'),
    expect: { kind: 'timeout', status: 0, byteLength: 0, chunks: [] },
  },
  'trickles a byte at a time': {
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 50000\r\n\r\n');
      forEver(socket, 'x', 10);
    },
    expect: { kind: 'timeout' },
  },
  'trickles headers': {
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      forEver(socket, 'x: y\r\n', 10);
    },
    expect: { kind: 'timeout' },
  },
  'sends early hints for ever': {
    answer: (socket) => forEver(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
    expect: { kind: 'broken', reason: 'the reply never gets past its informational (1xx) responses' },
  },
  'sends trailers for ever': {
    answer: (socket) => {
      socket.write(`${chunkedHead}0\r\n`);
      forEver(socket, `x: ${'y'.repeat(5000)}\r\n`);
    },
    expect: { kind: 'broken', reason: 'the reply has too many headers' },
  },
  'resets the connection': {
    answer: (socket) => socket.resetAndDestroy(),
    expect: { kind: 'unreachable', status: 0, reason: 'connection closed before the reply' },
  },
  'hangs up without a word': {
    answer: (socket) => socket.end(),
    expect: { kind: 'unreachable', reason: 'connection closed before the reply' },
  },
  'talks garbage': {
    answer: (socket) => socket.write('\0\x01\x02 nothing like HTTP\r\n\r\n'),
    expect: { kind: 'broken', status: 0, reason: 'the reply is not HTTP' },
  },
  'hangs up within a body of known length': {
    answer: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nshort'),
    expect: { kind: 'broken', status: 0, byteLength: 0, reason: 'the reply broke off' },
  },
  'hangs up within chunks': {
    answer: (socket) => socket.end(`${chunkedHead}5\r\nab`),
    expect: { kind: 'broken' },
  },
  'resets within a body': {
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nshort');
      setTimeout(() => socket.resetAndDestroy(), 30);
    },
    expect: { kind: 'broken' },
  },
  'hangs up within the headers': {
    answer: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-'),
    expect: { kind: 'broken' },
  },
  'has a wrong Content-Length': {
    answer: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n'),
    expect: { kind: 'broken', reason: 'the reply is not HTTP' },
  },
  'has two lengths': {
    answer: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
    expect: { kind: 'broken' },
  },
  'has a header that is none': {
    answer: (socket) => socket.write('HTTP/1.1 200 OK\r\nx\0y: z\r\n\r\n'),
    expect: { kind: 'broken' },
  },
  'switches protocols unasked': {
    answer: (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: chat\r\n\r\n'),
    expect: { kind: 'broken' },
  },
  'sends headers without end': {
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      forEver(socket, `x: ${'y'.repeat(5000)}\r\n`);
    },
    expect: { kind: 'broken', reason: 'the reply has too many headers' },
  },
  'announces 100 MB': {
    answer: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 104857600\r\n\r\n'),
    expect: {
      kind: 'oversized',
      status: 0,
      byteLength: 0,
      reason: 'the reply is over 100000 bytes, or in over 16384 pieces',
    },
  },
  'sends chunks without end': {
    answer: (socket) => {
      socket.write(chunkedHead);
      forEver(socket, chunk);
    },
    expect: { kind: 'oversized', byteLength: 0 },
  },
  'sends line breaks instead of a status': {
    answer: (socket) => forEver(socket, '\r\n'.repeat(50_000)),
    expect: { kind: 'oversized', reason: 'the reply has too many bytes beside its body (chunk extensions, trailers)' },
  },
  'has a status without end': {
    answer: (socket) => {
      socket.write('HTTP/1.1 200 ');
      forEver(socket, block);
    },
    expect: { kind: 'oversized' },
  },
  'extends a chunk without end': {
    answer: (socket) => {
      socket.write(`${chunkedHead}5;`);
      forEver(socket, block);
    },
    expect: { kind: 'oversized' },
  },
  'sends a body without end or length': {
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      forEver(socket, block);
    },
    expect: { kind: 'oversized' },
  },
};

t.test('each misbehaving bidder gets its outcome, and the honest one beside it replies', async (t) => {
  const honest = await rawServer(t, (socket) => socket.write(reply('honest')));
  const names = Object.keys(evil);
  const servers = await Promise.all(names.map((name) => rawServer(t, evil[name]!.answer)));
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 64 });
  const calls = servers.flatMap((server) => [post(`${server.origin}/evil`), post(`${honest.origin}/honest`)]);
  // Those that go on for ever never end by themselves.
  const outcomes = await fanOut.send(calls, inMs(deadlineMs), staying);
  for (const [index, name] of names.entries()) {
    t.match(outcomes[index * 2], evil[name]!.expect, name);
    t.match(outcomes[index * 2 + 1], { kind: 'reply', status: 200, byteLength: 6 }, `beside one that ${name}`);
    t.equal(servers[index]!.requests.length, 1, `${name}: asked once`);
  }
  t.ok(await until(() => fanOut.inFlight() === 0), 'nothing drains for ever');
});

t.test('a bidder that sends more after its reply loses the connection, and is called again', async (t) => {
  for (const tls of [false, true]) {
    let closed = 0;
    const goesOn = (socket: Socket): void => {
      socket.on('close', () => (closed += 1));
      socket.write(reply('ok', 'HTTP/1.1 200 OK\r\nkeep-alive: timeout=600'));
      setTimeout(() => forEver(socket, '\r\n'), 50);
    };
    const server = await rawServer(t, goesOn, tls);
    const fanOut = fanOutFor(t, { rejectUnauthorized: false });
    for (const calls of [1, 2]) {
      t.match(
        await fanOut.send([post(server.origin)], inMs(5000), staying),
        wholeLists([{ kind: 'reply', byteLength: 2 }]),
      );
      t.ok(await until(() => closed === calls));
      t.equal(server.connections, calls);
    }
  }
});

t.test('a refused connection, a silent host and an unknown name are unreachable, with the reason', async (t) => {
  const fanOut = fanOutFor(t, { connectTimeoutMs: 100 });
  const nowhere = await neverAccepts(t);
  const gone = createServer();
  const port = await listening(t, gone);
  await new Promise((resolve) => gone.close(resolve));
  const uris = [`http://127.0.0.1:${port}/`, nowhere];
  // undici's own timer would end the attempt only after this deadline.
  const outcomes = await fanOut.send(
    uris.map((uri) => post(uri)),
    inMs(450),
    staying,
  );
  t.match(
    outcomes,
    wholeLists([
      { kind: 'unreachable', reason: 'connection refused' },
      { kind: 'unreachable', reason: 'connecting took too long' },
    ]),
  );
  const [nobody] = await fanOutFor(t).send([post(`http://${'a'.repeat(64)}.invalid/`)], inMs(5000), staying);
  t.match(nobody, { kind: 'unreachable', reason: 'host not found' });
});

function pieces(count: number): string {
  return `${chunkedHead}${'1\r\nx\r\n'.repeat(count)}0\r\n\r\n`;
}

t.test('a reply in many small pieces is joined into few; one in too many is refused', async (t) => {
  const many = await rawServer(t, (socket) => socket.write(pieces(16_000)));
  const tooMany = await rawServer(t, (socket) => socket.write(pieces(17_000)));
  const outcomes = await fanOutFor(t).send([post(many.origin), post(tooMany.origin)], inMs(5000), staying);
  t.match(outcomes, wholeLists([{ kind: 'reply', byteLength: 16_000 }, { kind: 'oversized' }]));
  t.ok(Buffer.concat(outcomes[0]!.chunks).equals(Buffer.alloc(16_000, 'x')));
  t.ok(outcomes[0]!.chunks.length < 20);
});

t.test('headers beyond the limit are not all parsed', async (t) => {
  let overflows = 0;
  const overflowCode = 'UND_ERR_HEADERS_OVERFLOW';
  // Each such error sets its code, which counts them.
  const code = { configurable: true, get: () => overflowCode, set: () => void overflows++ };
  Object.defineProperty(errors.HeadersOverflowError.prototype, 'code', code);
  t.teardown(() => Reflect.deleteProperty(errors.HeadersOverflowError.prototype, 'code'));
  const more = 'a:\r\n'.repeat(50_000);
  for (const head of ['HTTP/1.1 200 OK\r\n', `${chunkedHead}0\r\n`]) {
    overflows = 0;
    const server = await rawServer(t, (socket) => socket.write(head + more));
    const outcomes = await fanOutFor(t).send([post(server.origin)], inMs(5000), staying);
    t.match(outcomes, wholeLists([{ kind: 'broken', reason: 'the reply has too many headers' }]));
    t.ok(overflows > 0 && overflows < 20_000, `${overflows} errors`);
  }
});
