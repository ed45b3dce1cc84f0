/** Replies in every form that HTTP allows are read whole (RFC 9112). */
import { createServer } from 'node:net';
import t from 'tap';
import { listening } from '../support/listening.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { fanOutFor, inTime, post, rawServer, reply, staying, text } from './fan-out-servers.ts';

const whole: Record<string, { wire: string; status: number; body: string; encoding?: string }> = {
  'a 204': { wire: 'HTTP/1.1 204 No Content\r\n\r\n', status: 204, body: '' },
  'an empty 200': { wire: reply(''), status: 200, body: '' },
  'as long as one may be': { wire: reply('x'.repeat(100_000)), status: 200, body: 'x'.repeat(100_000) },
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
  t.test(`a reply is read whole: ${name}`, async (t) => {
    const server = await rawServer(t, (socket) => socket.write(Buffer.from(wire, 'latin1')));
    const [outcome] = await fanOutFor(t).send([post(server.origin)], inTime(), staying);
    t.match(outcome, { kind: 'reply', status });
    t.strictSame([outcome?.encoding, outcome?.reason, text(outcome)], [encoding, '', body]);
  });
}

t.test('a body that ends with its connection is whole', async (t) => {
  const server = await rawServer(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nto the end'));
  const [outcome] = await fanOutFor(t).send([post(server.origin)], inTime(), staying);
  t.match(outcome, { kind: 'reply', status: 200 });
  t.equal(text(outcome), 'to the end');
});

t.test('wanted headers of a reply are kept: the first of a repeated one, cut to 1024 characters', async (t) => {
  const long = 'l'.repeat(1024);
  const head = `HTTP/1.1 200 OK\r\nX-One: a\r\nX-Twice: b\r\nX-Twice: c\r\nX-Long: ${long}more\r\nX-Other: d`;
  const server = await rawServer(t, (socket) => socket.write(reply('ok', head)));
  const fanOut = fanOutFor(t);
  const { record, body } = post(server.origin);
  const replyHeaders = ['x-one', 'x-twice', 'x-long', 'x-none'];
  const [wanted] = await fanOut.send([{ record: { ...record, replyHeaders }, body }], inTime(), staying);
  t.strictSame(wanted?.headers, ['x-one', 'a', 'x-twice', 'b', 'x-long', long]);
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

for (const tls of [false, true]) {
  t.test(
    `a reply followed at once by unrequested bytes is kept, and its connection dropped (${tls ? 'TLS' : 'TCP'})`,
    async (t) => {
      // undici gets 8192 bytes at a time: the rest begins in the same piece as the reply ends, or in the next.
      const besideBody = reply('x'.repeat(8192)).length - 8192;
      const bodies = [8192, 8191, 8193, 16_384, 20_000].map((bytes) => 'x'.repeat(bytes - besideBody));
      const rests = ['x', reply('unasked'), `${reply('unasked')}${'x'.repeat(30_000)}`];
      const answers = bodies.flatMap((body) => rests.map((rest) => ({ body, rest })));
      const server = await rawServer(
        t,
        (socket, index) => {
          const { body, rest } = answers[index]!;
          socket.write(reply(body) + rest);
        },
        tls,
      );
      const fanOut = fanOutFor(t, { connectionsPerOrigin: 1, rejectUnauthorized: false });
      for (const { body } of answers) {
        const outcomes = await fanOut.send([post(server.origin)], inTime(), staying);
        t.match(outcomes, wholeLists([{ kind: 'reply', byteLength: body.length }]));
        t.ok(await until(() => fanOut.inFlight() === 0));
      }
      t.equal(server.connections, answers.length);
    },
  );
}

t.test('a reply that comes before the request is read is accepted', async (t) => {
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
