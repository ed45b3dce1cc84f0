/** The memory of an auction's calls is released once their bodies are written, and never before. */
import { createServer, type Socket } from 'node:net';

import t from 'tap';

import { releaseCalls } from '../../../src/auction/hop-bytes.ts';
import type { CallToSend } from '../../../src/auction/settled-call.ts';
import { listening } from '../../support/listening.ts';
import { fanOutFor, inMs, inTime, neverAccepts, post, rawServer, reply, staying } from '../fan-out-servers.ts';
import { until } from '../../support/until.ts';
import { wholeLists } from '../../support/whole-lists.ts';

/** A first hop's result whose whole buffer is the body of one call. */
function preparing(size: number) {
  const bytes = new ArrayBuffer(size);
  new Uint8Array(bytes).fill(120);
  return {
    ok: true,
    bytes,
    context: { start: 0, end: 0 },
    calls: [],
    keepCalls: false,
    caches: false,
    channel: 'web',
  } as const;
}

function posting(uri: string, bytes: ArrayBuffer): CallToSend {
  const body = new Uint8Array(bytes);
  return { record: { bidder: 'a', method: 'POST', uri, headers: [], body: { start: 0, end: body.length } }, body };
}

const overtaken = ({ record, body }: CallToSend): CallToSend => ({ record: { ...record, isSecondary: true }, body });

for (const tls of [false, true])
  t.test(`the memory of written bodies is released, over ${tls ? 'https' : 'http'}`, async (t) => {
    const server = await rawServer(t, (socket) => socket.write(reply('ok')), tls);
    const prepared = preparing(5000);
    const calls = [posting(`${server.origin}/a`, prepared.bytes), posting(`${server.origin}/b`, prepared.bytes)];
    const outcomes = await fanOutFor(t, { rejectUnauthorized: false }).send(calls, inTime(), staying);
    t.match(outcomes, wholeLists([{ kind: 'reply' }, { kind: 'reply' }]));
    releaseCalls(prepared, outcomes);
    t.equal(prepared.bytes.byteLength, 0);
  });

t.test('a body that is answered before it is read keeps its memory', async (t) => {
  const size = 32 * 1024 * 1024;
  let read = 0;
  let tail = '';
  const held = Promise.withResolvers<Socket>();
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.pause();
      socket.write(reply('ok'));
      held.resolve(socket);
    });
    socket.on('data', (bytes) => {
      read += bytes.length;
      tail = bytes.toString('latin1').slice(-100);
    });
  });
  const uri = `http://127.0.0.1:${await listening(t, server)}/`;
  const prepared = preparing(size);
  const outcomes = await fanOutFor(t).send([posting(uri, prepared.bytes)], inTime(), staying);
  t.match(outcomes, wholeLists([{ kind: 'reply', isWritten: false }]));
  releaseCalls(prepared, outcomes);
  t.equal(prepared.bytes.byteLength, size, 'the rest is not yet written');
  (await held.promise).resume();
  t.ok(await until(() => read > size));
  t.equal(tail, 'x'.repeat(100));
});

t.test('an overtaken call whose body is written releases its memory', async (t) => {
  const slow = await rawServer(t, () => undefined);
  const quick = await rawServer(t, (socket) => {
    void until(() => slow.requests.length === 1).then(() => socket.write(reply('quick')));
  });
  const prepared = preparing(5000);
  const calls = [overtaken(posting(slow.origin, prepared.bytes)), post(quick.origin)];
  const outcomes = await fanOutFor(t).send(calls, inTime(), staying);
  t.match(outcomes, wholeLists([{ kind: 'overtaken' }, { kind: 'reply' }]));
  releaseCalls(prepared, outcomes);
  t.equal(prepared.bytes.byteLength, 0);
});

t.test(
  'an overtaken call whose body is not written, or whose connection may still open, keeps its memory',
  async (t) => {
    const size = 32 * 1024 * 1024;
    let read = 0;
    const held = Promise.withResolvers<Socket>();
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.pause();
        held.resolve(socket);
      });
      socket.on('data', (bytes) => {
        for (const byte of bytes) if (byte === 120) read += 1;
      });
    });
    const slow = `http://127.0.0.1:${await listening(t, server)}/`;
    const quick = await rawServer(t, (socket) => void held.promise.then(() => socket.write(reply('quick'))));
    const [large, small] = [preparing(size), preparing(100)];
    const never = await neverAccepts(t);
    const calls = [overtaken(posting(slow, large.bytes)), overtaken(posting(never, small.bytes)), post(quick.origin)];
    const outcomes = await fanOutFor(t).send(calls, inTime(), staying);
    t.match(outcomes, wholeLists([{ kind: 'overtaken' }, { kind: 'overtaken' }, { kind: 'reply' }]));
    releaseCalls(large, outcomes.slice(0, 1));
    releaseCalls(small, outcomes.slice(1));
    t.strictSame([large.bytes.byteLength, small.bytes.byteLength], [size, 100]);
    (await held.promise).resume();
    t.ok(await until(() => read >= size));
  },
);

t.test('a call without a reply keeps its memory', async (t) => {
  const server = await rawServer(t, () => undefined);
  const prepared = preparing(100);
  const outcomes = await fanOutFor(t).send([posting(server.origin, prepared.bytes)], inMs(50), staying);
  t.match(outcomes, wholeLists([{ kind: 'timeout' }]));
  releaseCalls(prepared, outcomes);
  t.equal(prepared.bytes.byteLength, 100);
});
