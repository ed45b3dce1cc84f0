/** Calls are sent as their records say, and settle by the deadline, when the client disconnects, or when the service closes. */
import type { Socket } from 'node:net';
import t from 'tap';
import { stand } from '../support/stand.ts';
import { until } from '../support/until.ts';
import { Client, fanOutFor, inMs, inTime, post, rawServer, reply, staying, text } from './fan-out-servers.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test('outcomes come in the order of the calls, whatever the order of the replies', async (t) => {
  const fanOut = fanOutFor(t);
  const server = await rawServer(t, (socket, index) => {
    const [, name = ''] = /\/(\w+) /.exec(server.requests[index]!) ?? [];
    // The last call is answered first.
    void until(() => fanOut.inFlight() === index + 1).then(() => socket.write(reply(name)));
  });
  const uris = ['first', 'second', 'third'].map((name) => `${server.origin}/${name}`);
  const startMs = performance.now();
  const outcomes = await fanOut.send(
    uris.map((uri) => post(uri)),
    inTime(),
    staying,
  );
  const tookMs = Math.ceil(performance.now() - startMs);
  t.strictSame(outcomes.map(text), ['first', 'second', 'third']);
  for (const { kind, status, reason, byteLength, chunks, elapsedMs } of outcomes) {
    t.match({ kind, status, reason }, { kind: 'reply', status: 200, reason: '' });
    t.equal(byteLength, Buffer.concat(chunks).length);
    t.ok(Number.isInteger(elapsedMs) && elapsedMs >= 0 && elapsedMs <= tookMs);
  }
});

t.test('no timer waits for a deadline once all calls have ended', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')));
  const fanOut = fanOutFor(t);
  const timersAfter = async (calls: number): Promise<number> => {
    const sent = Array.from({ length: calls }, () => post(server.origin));
    await fanOut.send(sent, inTime(), staying);
    t.ok(await until(() => fanOut.inFlight() === 0));
    return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  };
  const before = await timersAfter(1);
  t.equal(await timersAfter(2), before);
});

t.test('a call is sent as its record says, with only the headers that HTTP needs added', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('')));
  await fanOutFor(t).send([post(`${server.origin}/bid?a=1&b=%20#part`, ['X-One', 'two'])], inTime(), staying);
  const [head, body] = server.requests[0]!.split('\r\n\r\n');
  const lines = head!.split('\r\n');
  t.equal(lines[0], 'POST /bid?a=1&b=%20 HTTP/1.1');
  t.strictSame(
    lines.slice(1).toSorted(),
    ['X-One: two', 'connection: keep-alive', 'content-length: 10', `host: 127.0.0.1:${server.port}`].toSorted(),
  );
  t.equal(body, '{"id":"r"}');
});

t.test('a call without a body is sent without Content-Length', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')));
  const record = { bidder: 'a', method: 'GET', uri: server.origin, headers: [], body: { start: 0, end: 0 } };
  const [outcome] = await fanOutFor(t).send([{ record, body: null }], inTime(), staying);
  t.equal(text(outcome), 'ok');
  t.match(server.requests[0], /^GET \/ HTTP\/1\.1\r\n/);
  t.notMatch(server.requests[0], /content-length/);
});

t.test('a client that disconnects cancels its calls, and their connections close after the grace', async (t) => {
  let closed = 0;
  const server = await rawServer(t, (socket) => socket.on('close', () => (closed += 1)));
  const fanOut = fanOutFor(t);
  const client = new Client();
  const startMs = performance.now();
  const sent = fanOut.send([post(server.origin), post(server.origin)], inTime(), client);
  t.ok(await until(() => server.requests.length === 2));
  client.abort();
  const outcomes = await sent;
  t.match(outcomes, wholeLists([{ kind: 'cancelled' }, { kind: 'cancelled' }]));
  t.ok(outcomes[0]!.elapsedMs <= Math.ceil(performance.now() - startMs));
  t.ok(await until(() => closed === 2));
  t.equal(fanOut.inFlight(), 0);
  t.match(
    await fanOut.send([post(server.origin)], inTime(), client),
    wholeLists([{ kind: 'cancelled', elapsedMs: 0 }]),
  );
  t.equal(server.requests.length, 2);
});

t.test(
  'replies to a client that disconnected may still come within the grace, and keep their connections',
  async (t) => {
    const held: Socket[] = [];
    const server = await rawServer(t, (socket, index) => {
      if (index < 2) held.push(socket);
      else socket.write(reply('ok'));
    });
    const fanOut = fanOutFor(t, { drainGraceMs: 20_000 });
    const client = new Client();
    const sent = fanOut.send([post(server.origin), post(server.origin)], inTime(), client);
    t.ok(await until(() => held.length === 2));
    client.abort();
    t.match(await sent, wholeLists([{ kind: 'cancelled' }, { kind: 'cancelled' }]));
    t.equal(fanOut.inFlight(), 2);
    for (const socket of held) socket.write(reply('nobody reads it'));
    t.ok(await until(() => fanOut.inFlight() === 0));
    const others = await fanOut.send([post(server.origin), post(server.origin)], inTime(), staying);
    t.strictSame(others.map(text), ['ok', 'ok']);
    t.equal(server.connections, 2);
  },
);

t.test('a cancelled call that is answered does not keep the connection of one that is not', async (t) => {
  const held: Socket[] = [];
  const server = await rawServer(t, (socket) => held.push(socket));
  const fanOut = fanOutFor(t, { drainGraceMs: 600 });
  const client = new Client();
  const sent = fanOut.send([post(server.origin), post(server.origin)], inTime(), client);
  t.ok(await until(() => held.length === 2));
  client.abort();
  t.match(await sent, wholeLists([{ kind: 'cancelled' }, { kind: 'cancelled' }]));
  held[0]!.write(reply('nobody reads it'));
  t.ok(await until(() => held[1]!.destroyed));
  t.strictSame([fanOut.inFlight(), held[0]!.destroyed], [0, false]);
});

t.test('a reply that arrived by the deadline counts, though this process was too busy to read it', async (t) => {
  const held: Socket[] = [];
  const server = await rawServer(t, (socket) => held.push(socket));
  const fanOut = fanOutFor(t);
  const deadlineAtMs = inMs(1000);
  const sent = fanOut.send([post(server.origin), post(`${server.origin}/second`)], deadlineAtMs, staying);
  t.ok(await until(() => held.length === 2));
  // After this phase timers run, and only then sockets are read.
  await new Promise(setImmediate);
  // The calls may come in any order, as each has a connection of its own.
  held[server.requests.findIndex((text) => text.startsWith('POST / '))]!.write(reply('just in time'));
  stand(Math.max(0, deadlineAtMs - performance.now()) + 20);
  t.match(await sent, wholeLists([{ kind: 'reply' }, { kind: 'timeout' }]));
});

t.test('with a deadline in the past nothing is sent', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')));
  const fanOut = fanOutFor(t);
  for (const deadlineAtMs of [inMs(-1000), inMs(0), Number.NaN]) {
    t.match(
      await fanOut.send([post(server.origin)], deadlineAtMs, staying),
      wholeLists([{ kind: 'late', status: 0, elapsedMs: 0 }]),
    );
  }
  t.equal(server.connections, 0);
  t.strictSame(await fanOut.send([], inTime(), staying), []);
});

t.test('closing ends the calls in flight and refuses new ones', async (t) => {
  const server = await rawServer(t, () => undefined);
  const fanOut = fanOutFor(t);
  const sent = fanOut.send([post(server.origin)], inTime(), staying);
  t.ok(await until(() => server.requests.length === 1));
  await fanOut.close();
  t.match(await sent, wholeLists([{ kind: 'cancelled' }]));
  t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind: 'cancelled' }]));
  t.equal(server.requests.length, 1);
});

t.test('a call that is not valid HTTP fails alone, and takes no connection', async (t) => {
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
