/** Kept connections that their servers close: when a call is sent a second time, and never a third. */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import t, { type Test } from 'tap';

import { listening } from '../../support/listening.ts';
import { until } from '../../support/until.ts';
import { fanOutFor, inMs, inTime, post, rawServer, type RawServer, reply, staying } from '../fan-out-servers.ts';
import { wholeLists } from '../../support/whole-lists.ts';

/** A server that answers the first request of each connection, and ends the connection when it reads a second. */
async function answersOnce(t: Test, end: (socket: Socket) => void, tls = false): Promise<RawServer> {
  const answered = new WeakSet<Socket>();
  const answer = (socket: Socket): void => {
    if (answered.has(socket)) end(socket);
    else socket.write(reply('ok'));
    answered.add(socket);
  };
  return rawServer(t, answer, tls);
}

for (const [how, end] of [
  ['by a close', (socket: Socket) => socket.end()],
  ['by a reset', (socket: Socket) => socket.resetAndDestroy()],
  ['with a 408', (socket: Socket) => socket.end(reply('', 'HTTP/1.1 408 Request Timeout\r\nConnection: Close'))],
] as const) {
  t.test(`a call whose kept connection is ended ${how} as it arrives is sent again on a new one`, async (t) => {
    const server = await answersOnce(t, end);
    const fanOut = fanOutFor(t);
    for (let calls = 0; calls < 3; calls += 1) {
      t.match(
        await fanOut.send([post(server.origin)], inTime(), staying),
        wholeLists([{ kind: 'reply', byteLength: 2 }]),
      );
    }
    t.equal(server.connections, 3);
    t.equal(server.requests.length, 5);
  });
}

for (const last of ['', reply('', 'HTTP/1.1 408 Request Timeout\r\nConnection: close')]) {
  t.test(
    `a call is sent again once, and only after a kept connection (closed with ${last.length} bytes)`,
    async (t) => {
      const server = await rawServer(t, (socket, index) => {
        if (index === 0) socket.write(reply('ok'));
        else socket.end(index === 1 ? last : '');
      });
      const nobody = { kind: 'unreachable', reason: 'connection closed before the reply' };
      const fanOut = fanOutFor(t);
      t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
      t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([nobody]));
      t.equal(server.requests.length, 3);
      t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([nobody]));
      t.equal(server.requests.length, 4);
      t.equal(fanOut.inFlight(), 0);
    },
  );
}

t.test(
  'a 408 is a reply on a new connection or without Connection: close, as is any other status with it',
  async (t) => {
    const [kept, last] = ['200 OK', '200 OK\r\nconnection: close'];
    const [late, closing] = ['408 Late', '408 Late\r\nconnection: close'];
    const heads = [kept, last, kept, late, late, closing, closing];
    const server = await rawServer(t, (socket, index) => socket.write(reply('', `HTTP/1.1 ${heads[index]}`)));
    const fanOut = fanOutFor(t);
    for (const status of [200, 200, 200, 408, 408, 408]) {
      t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind: 'reply', status }]));
    }
    t.equal(server.requests.length, 7);
    t.equal(server.connections, 3);
    t.equal(fanOut.inFlight(), 0);
  },
);

t.test('early hints before a 408 do not count for the reply to the second try', async (t) => {
  const announced = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10);
  const closing = '408 Request Timeout\r\nconnection: close';
  const server = await rawServer(t, (socket, index) => {
    if (index === 1) socket.end(`${announced}${reply('', `HTTP/1.1 ${closing}`)}`);
    else socket.write(`${announced}${reply('ok')}`);
  });
  const fanOut = fanOutFor(t);
  for (let calls = 0; calls < 2; calls += 1) {
    t.match(
      await fanOut.send([post(server.origin)], inTime(), staying),
      wholeLists([{ kind: 'reply', byteLength: 2 }]),
    );
  }
  t.equal(server.requests.length, 3);
});

t.test('a call that a kept connection answers with garbage, or not by the deadline, is not sent again', async (t) => {
  const held: Socket[] = [];
  const server = await rawServer(t, (socket, index) => {
    if (index === 3) held.push(socket);
    else socket.write(index === 1 ? 'no HTTP\r\n\r\n' : reply('ok'));
  });
  const fanOut = fanOutFor(t, { drainGraceMs: 20_000 });
  for (const kind of ['reply', 'broken', 'reply', 'timeout']) {
    const deadlineAtMs = kind === 'timeout' ? inMs(100) : inTime();
    t.match(await fanOut.send([post(server.origin)], deadlineAtMs, staying), wholeLists([{ kind }]));
  }
  t.ok(await until(() => held.length === 1));
  held[0]!.end();
  t.ok(await until(() => fanOut.inFlight() === 0));
  t.strictSame([server.requests.length, server.connections], [4, 2]);
});

t.test(
  'a call whose kept connection is gone is tried on one new connection, even if that ends in its TLS handshake',
  async (t) => {
    const server = await answersOnce(t, (socket) => socket.end(), true);
    let connections = 0;
    const door = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      const behind = connect(server.port, '127.0.0.1').on('close', () => socket.destroy());
      if (connections === 1) socket.pipe(behind).pipe(socket);
      else behind.destroy();
    });
    const origin = `https://127.0.0.1:${await listening(t, door)}`;
    const fanOut = fanOutFor(t, { rejectUnauthorized: false });
    t.match(await fanOut.send([post(origin)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
    t.match(await fanOut.send([post(origin)], inTime(), staying), wholeLists([{ kind: 'unreachable' }]));
    t.equal(connections, 2);
    t.equal(fanOut.inFlight(), 0);
  },
);

/** A server in a thread of its own that answers everything; `cut` ends all its connections before it returns. */
async function threadServer(t: Test): Promise<{ origin: string; cut: (how: 'destroy' | 'resetAndDestroy') => void }> {
  const isCut = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const sockets = new Set();
     const server = require('node:net').createServer((socket) => {
       sockets.add(socket.on('close', () => sockets.delete(socket)));
       socket.on('data', () => socket.write(${JSON.stringify(reply('ok'))}));
     });
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
     parentPort.on('message', (how) => {
       for (const socket of sockets) socket[how]();
       Atomics.store(workerData, 0, 1);
       Atomics.notify(workerData, 0);
     });`,
    { eval: true, execArgv: [], workerData: isCut },
  );
  t.teardown(() => worker.terminate());
  const [port] = (await once(worker, 'message')) as [number];
  return {
    origin: `http://127.0.0.1:${port}`,
    cut: (how) => {
      isCut[0] = 0;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(how);
      Atomics.wait(isCut, 0, 0);
    },
  };
}

for (const how of ['destroy', 'resetAndDestroy'] as const) {
  t.test(`a call whose kept connection ended before it was sent (${how}) uses a new one`, async (t) => {
    const server = await threadServer(t);
    const fanOut = fanOutFor(t);
    t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
    // In the turn of a timer, the end of the connection is read before the call is written.
    await sleep(20);
    server.cut(how);
    t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
  });
}

t.test('no call is lost to a server that keeps closing idle connections', async (t) => {
  const server = await rawServer(t, (socket) => {
    socket.write(reply('ok'));
    setTimeout(() => socket.end(), 5);
  });
  const fanOut = fanOutFor(t);
  const kinds = new Map<string, number>();
  for (let rounds = 0; rounds < 100; rounds += 1) {
    const outcomes = await fanOut.send([post(server.origin), post(server.origin)], inTime(), staying);
    for (const { kind } of outcomes) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    await sleep(rounds % 8);
  }
  t.strictSame([...kinds], [['reply', 200]]);
});

t.test('bytes that arrive before a call is sent are not its reply', async (t) => {
  const sockets: Socket[] = [];
  const server = await rawServer(t, (socket) => {
    sockets.push(socket);
    socket.write(reply('ok'));
  });
  const fanOut = fanOutFor(t);
  for (let calls = 1; calls <= 5; calls += 1) {
    await turn();
    // These bytes are not read before the call is sent.
    sockets.at(-1)?.write(reply('unasked'));
    const outcomes = await fanOut.send([post(server.origin)], inTime(), staying);
    t.match(outcomes, wholeLists([{ kind: 'reply', byteLength: 2 }]));
    t.equal(server.connections, calls);
  }
});
