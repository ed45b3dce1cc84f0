/** The connections of calls: which are used, how long they are held, and when a call is not sent at all. */

import { connect, createServer, type Socket } from 'node:net';
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import t from 'tap';

import { listening } from '../../support/listening.ts';
import { ownPort } from '../../support/own-port.ts';
import { until } from '../../support/until.ts';
import { Client, fanOutFor, inMs, inTime, neverAccepts, post, rawServer, reply, staying } from '../fan-out-servers.ts';
import { wholeLists } from '../../support/whole-lists.ts';

/** A deadline for calls over open connections, on which they are written at once. */
const soonMs = 150;

t.test('20 calls in sequence use one connection', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')));
  const fanOut = fanOutFor(t);
  for (let calls = 0; calls < 20; calls += 1) {
    t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
  }
  t.equal(server.connections, 1);
});

t.test('a connection is used again after seven idle seconds', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')), true);
  const fanOut = fanOutFor(t, { rejectUnauthorized: false });
  // Node calls its mock timers experimental.
  t.intercept(process, 'emitWarning', { value: () => undefined });
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  await fanOut.send([post(server.origin)], inTime(), staying);
  mock.timers.tick(7000);
  await fanOut.send([post(server.origin)], inTime(), staying);
  t.equal(server.connections, 1);
});

t.test('only open connections count as idle', async (t) => {
  const sockets: Socket[] = [];
  const server = await rawServer(t, (socket) => {
    sockets.push(socket);
    socket.write(reply('ok'));
  });
  const fanOut = fanOutFor(t);
  const idle = (origin: string): number | undefined => fanOut.connections().get(origin)?.idle;
  await fanOut.send([post(server.origin)], inTime(), staying);
  t.equal(idle(server.origin), 1);
  sockets[0]!.destroy();
  t.ok(await until(() => idle(server.origin) === 0), 'closed by its server');
  const nobody = `http://127.0.0.1:${await ownPort()}`;
  t.match(await fanOut.send([post(nobody)], inTime(), staying), wholeLists([{ kind: 'unreachable' }]));
  t.equal(idle(nobody), 0);
});

t.test('a reply within the grace keeps its connection, and still counts as a timeout for the throttle', async (t) => {
  const late: Socket[] = [];
  const server = await rawServer(t, (socket, index) => {
    if (index === 1) late.push(socket);
    else socket.write(reply('ok'));
  });
  const fanOut = fanOutFor(t, { drainGraceMs: 20_000, health: { throttleMemory: 1 } });
  await fanOut.send([post(server.origin)], inTime(), staying);
  const outcomes = await fanOut.send([post(server.origin)], inMs(soonMs), staying);
  t.equal(fanOut.inFlight(), 1);
  t.ok(await until(() => late.length === 1));
  late[0]!.write(reply('too late'));
  t.ok(await until(() => fanOut.inFlight() === 0));
  t.match(outcomes, wholeLists([{ kind: 'timeout', byteLength: 0 }]));
  t.ok(fanOut.health()[0]!.sentShare < 0.1);
  t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind: 'reply', byteLength: 2 }]));
  t.equal(server.connections, 1);
});

t.test('a call without a reply within the grace loses its connection', async (t) => {
  let closed = 0;
  const server = await rawServer(t, (socket, index) => {
    if (index === 0) socket.on('close', () => (closed += 1)).write(reply('ok'));
  });
  const fanOut = fanOutFor(t, { drainGraceMs: 200 });
  await fanOut.send([post(server.origin)], inTime(), staying);
  t.match(await fanOut.send([post(server.origin)], inMs(soonMs), staying), wholeLists([{ kind: 'timeout' }]));
  t.equal(fanOut.inFlight(), 1);
  t.ok(await until(() => closed === 1));
  t.equal(fanOut.inFlight(), 0);
});

t.test('a late reply that is too long loses its connection within the grace', async (t) => {
  let closed = 0;
  const late: Socket[] = [];
  const server = await rawServer(t, (socket, index) => {
    if (index === 0) return socket.write(reply('ok'));
    socket.on('close', () => (closed += 1));
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    late.push(socket);
  });
  const fanOut = fanOutFor(t, { drainGraceMs: 60_000 });
  await fanOut.send([post(server.origin)], inTime(), staying);
  t.match(await fanOut.send([post(server.origin)], inMs(soonMs), staying), wholeLists([{ kind: 'timeout' }]));
  t.ok(await until(() => late.length === 1));
  late[0]!.write(Buffer.alloc(200_000));
  t.ok(await until(() => closed === 1));
  t.equal(fanOut.inFlight(), 0);
});

t.test('calls above the connection limit of a host, which counts draining ones, are busy at once', async (t) => {
  const late: Socket[] = [];
  const server = await rawServer(t, (socket, index) => {
    if (index === 2 || index === 3) late.push(socket);
    else socket.write(reply('ok'));
  });
  const other = await rawServer(t, (socket) => socket.write(reply('ok')));
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 2, drainGraceMs: 20_000 });
  const calls = [post(server.origin), post(server.origin), post(server.origin)];
  await fanOut.send(calls.slice(1), inTime(), staying);
  const outcomes = await fanOut.send(calls, inMs(soonMs), staying);
  t.match(outcomes, wholeLists([{ kind: 'timeout' }, { kind: 'timeout' }, { kind: 'busy', elapsedMs: 0 }]));
  t.match(await fanOut.send([post(other.origin)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
  t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind: 'busy' }]));
  t.ok(await until(() => late.length === 2));
  for (const socket of late) socket.write(reply('ok'));
  t.ok(await until(() => fanOut.inFlight() === 0));
  t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
  t.strictSame([server.requests.length, server.connections], [5, 2]);
});

t.test('a host that drops all packets opens the breaker, although its calls time out before they fail', async (t) => {
  const nowhere = await neverAccepts(t);
  const breaker = { breakerFailures: 3, breakerWindowMs: 60_000, breakerProbeMs: 60_000 };
  const fanOut = fanOutFor(t, { connectTimeoutMs: 600, health: breaker });
  const calls = [1, 2, 3].map(() => post(nowhere));
  const outcomes = await fanOut.send(calls, inMs(200), staying);
  t.match(outcomes, wholeLists(calls.map(() => ({ kind: 'timeout' }))));
  t.ok(await until(() => fanOut.inFlight() === 0));
  const reason = /^recent calls to the bidder's host failed \(connecting took too long\)/;
  t.match(await fanOut.send([post(nowhere)], inMs(200), staying), wholeLists([{ kind: 'blocked', reason }]));
});

t.test('a call that expires while connecting is never sent, and the connection serves the next', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')), true);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const door = createServer((socket) => {
    const behind = connect(server.port, '127.0.0.1').on('error', () => socket.destroy());
    void opened.then(() => socket.pipe(behind).pipe(socket));
  });
  const origin = `https://127.0.0.1:${await listening(t, door)}`;
  const fanOut = fanOutFor(t, { rejectUnauthorized: false, connectTimeoutMs: 20_000, drainGraceMs: 50 });
  t.match(await fanOut.send([post(`${origin}/expired`)], inMs(60), staying), wholeLists([{ kind: 'timeout' }]));
  const client = new Client();
  const cancelled = fanOut.send([post(`${origin}/cancelled`)], inTime(), client);
  client.abort();
  t.match(await cancelled, wholeLists([{ kind: 'cancelled' }]));
  // The grace ends while the calls still connect.
  await sleep(100);
  t.equal(fanOut.inFlight(), 2);
  open();
  t.ok(await until(() => fanOut.inFlight() === 0 && server.connections === 2));
  t.match(await fanOut.send([post(`${origin}/next`)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
  t.match(server.requests, wholeLists([/^POST \/next /]));
  t.equal(server.connections, 2);
});

t.test('calls to a host that never accepts free their slots after the connect timeout', async (t) => {
  const origin = await neverAccepts(t);
  const fanOut = fanOutFor(t, { connectTimeoutMs: 200 });
  t.match(
    await fanOut.send([post(origin), post(origin)], inMs(50), staying),
    wholeLists([{ kind: 'timeout' }, { kind: 'timeout' }]),
  );
  t.equal(fanOut.inFlight(), 2);
  t.ok(await until(() => fanOut.inFlight() === 0));
});

t.test('a certificate must be trusted unless that is switched off, and only https URLs use TLS', async (t) => {
  const secure = await rawServer(t, (socket) => socket.write(reply('ok')), true);
  const plain = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const swapped = [post(`https://127.0.0.1:${await listening(t, plain)}/`), post(`http://127.0.0.1:${secure.port}/`)];
  const trusting = fanOutFor(t, { rejectUnauthorized: false });
  const outcomes = await trusting.send([post(secure.origin), ...swapped], inTime(), staying);
  t.match(outcomes[0], { kind: 'reply', byteLength: 2 });
  t.match(outcomes[1], { kind: 'unreachable', reason: 'the port does not speak TLS' });
  t.match(outcomes[2]!.kind, /^(unreachable|broken)$/);
  t.match(await trusting.send([post(secure.origin)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
  t.equal(secure.connections, 1);
  t.match(
    await fanOutFor(t).send([post(secure.origin)], inTime(), staying),
    wholeLists([{ kind: 'unreachable', reason: 'TLS certificate of an issuer that is not trusted here' }]),
  );
  t.equal(secure.requests.length, 2);
});

t.test('a host name with an internal address is called only if the configuration names it', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')));
  const own = server.origin.replace('127.0.0.1', 'localhost');
  const stranger = { kind: 'unreachable', reason: 'the host has no address on the internet' };
  const fanOut = fanOutFor(t, { ownHosts: new Set([own]) });
  t.match(await fanOut.send([post(`${own}/a`)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
  t.equal(server.connections, 1);
  const others = fanOutFor(t, { ownHosts: new Set() });
  t.match(await others.send([post(`${own}/a`)], inTime(), staying), wholeLists([stranger]));
  t.equal(server.connections, 1);
});

t.test(
  'a host with unreachable calls is blocked until a probe is due, and called again once that is answered',
  async (t) => {
    const server = await rawServer(t, (socket, index) => (index < 2 ? socket.end() : socket.write(reply('ok'))));
    const health = { breakerFailures: 2, breakerWindowMs: 60_000, breakerProbeMs: 60_000 };
    const fanOut = fanOutFor(t, { health });
    const { now } = performance;
    t.teardown(() => (performance.now = now));
    for (const kind of ['unreachable', 'unreachable', 'blocked', 'blocked', 'reply', 'reply']) {
      if (kind === 'reply') performance.now = () => now.call(performance) + 60_000;
      t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind }]), kind);
      if (kind === 'blocked') t.match(fanOut.health(), wholeLists([{ bidder: 'a', breaker: 'open' }]));
    }
    t.equal(server.requests.length, 4);
    t.strictSame([...fanOut.blocked()], [['a', { breaker: 2, throttle: 0 }]]);
    t.strictSame(fanOut.health(), []);
  },
);
