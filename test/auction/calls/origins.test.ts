/** Hosts by URI, and the limits of hosts and connections. */
import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Connection } from '../../../src/auction/calls/connection.ts';
import { noHealthRules } from '../../../src/auction/calls/host-health.ts';
import type { Origin } from '../../../src/auction/calls/origin.ts';
import { Origins, type OriginsOptions } from '../../../src/auction/calls/origins.ts';
import { until } from '../../support/until.ts';
import { fanOutFor, inTime, post, rawServer, reply, staying } from '../fan-out-servers.ts';
import { wholeLists } from '../../support/whole-lists.ts';

function originsFor(t: Test, bounds: Partial<OriginsOptions> = {}): Origins {
  const options = {
    connectTimeoutMs: 100,
    rejectUnauthorized: true,
    connectionsPerOrigin: 4,
    maxReplyBytes: 100_000,
    maxOrigins: 10,
    queuePerOrigin: 0,
    health: noHealthRules,
    ...bounds,
  };
  const origins = new Origins(options);
  t.teardown(() => origins.destroy());
  return origins;
}

function originOf(origins: Origins, uri: string): Origin | null | undefined {
  return origins.find(uri)?.origin;
}

t.test('the path of a URI is normalised, without the fragment', async (t) => {
  const origins = originsFor(t);
  const paths: Record<string, string> = {
    'http://a.example': '/',
    'http://a.example/': '/',
    'http://a.example?x=1': '/?x=1',
    'http://a.example/b/c?d=e&f=%20': '/b/c?d=e&f=%20',
    'http://a.example/b#c': '/b',
    'http://a.example/a b?c="d"': '/a%20b?c=%22d%22',
    'http://a.example/\u00e9?\u2603': '/%C3%A9?%E2%98%83',
    'http://a.example\\b': '/b',
    'http://a.example/b\r\nx: y': '/bx:%20y',
    'http://a.example/b?u=http://other.example/': '/b?u=http://other.example/',
    'http://a.example/b/../c/./.d?e=/../': '/c/.d?e=/../',
    'http://a.example/b/%2e%2E/c%2E': '/c%2E',
    "http://a.example/b'?c='d'": "/b'?c=%27d%27",
    'http://a.example/b?': '/b',
  };
  for (const [uri, path] of Object.entries(paths)) {
    t.equal(origins.find(uri)?.path, path, uri);
    t.equal(origins.find(uri)?.path, path, `${uri}, a second time`);
  }
});

t.test('different spellings of a host give one host', async (t) => {
  const origins = originsFor(t);
  const a = originOf(origins, 'http://a.example/');
  for (const uri of ['http://a.example:80/x', 'HTTP://A.Example/', 'http://a.example?y', 'http:a.example/z']) {
    t.equal(originOf(origins, uri), a, uri);
  }
  for (const uri of ['https://a.example/', 'http://a.example:81/', 'http://b.example/']) {
    t.not(originOf(origins, uri), a, uri);
  }
});

t.test('a URI that is not http or https, or has credentials, gives no host', async (t) => {
  const origins = originsFor(t);
  const uris = ['', 'a', '//a.example/', 'ws://a.example/', 'http://', 'http://u@a.example/', 'http://:p@a.example/'];
  for (const uri of [...uris, 'http://a.example:1e3/', 'http://[::1/', '__proto__'])
    t.equal(origins.find(uri), null, uri);
});

t.test('a host gives connections up to its limit, and a released one again', async (t) => {
  const origins = originsFor(t, { connectionsPerOrigin: 2 });
  const origin = originOf(origins, 'http://a.example/')!;
  const [first, second] = [origin.take()!, origin.take()!];
  t.not(first, second);
  t.equal(origin.take(), null);
  t.equal(origins.inFlight(), 2);
  origin.release(first);
  t.equal(origin.inFlight, 1);
  t.equal(origin.take(), first);
});

t.test('the connection released last is given first, and each once', async (t) => {
  const origin = originOf(originsFor(t, { connectionsPerOrigin: 3 }), 'http://a.example/')!;
  const names = new Map(['a', 'b', 'c'].map((name) => [origin.take()!, name]));
  const [a, b, c] = [...names.keys()];
  const takeAll = () => [0, 1, 2].map(() => names.get(origin.take()!));
  for (const connection of [a!, b!, c!]) origin.release(connection);
  t.strictSame(takeAll(), ['c', 'b', 'a']);
});

t.test('a waiting call gets a free connection unless another took it, and none once it has settled', async (t) => {
  const origin = originOf(originsFor(t, { connectionsPerOrigin: 1, queuePerOrigin: 1 }), 'http://a.example/')!;
  const over: Connection[] = [];
  const call = {
    isSettled: false,
    sendOver: (connection: Connection) => void over.push(connection),
    giveUp: () => undefined,
  };
  const only = origin.take()!;
  t.ok(origin.wait(call));
  origin.release(only);
  t.equal(origin.take(), only, 'another call was quicker');
  await turn();
  t.strictSame(over, []);
  origin.release(only);
  await turn();
  t.strictSame([over[0] === only, over.length, origin.inFlight], [true, 1, 1]);
  t.ok(origin.wait(call));
  origin.release(only);
  call.isSettled = true;
  await turn();
  t.strictSame([over.length, origin.inFlight], [1, 0]);
  t.equal(origin.take(), only);
});

t.test('a host with a waiting call is kept, and opens a connection in the next turn', async (t) => {
  const origins = originsFor(t, { maxOrigins: 1, connectionsPerOrigin: 100 });
  const a = originOf(origins, 'https://a.example/')!;
  const others: Connection[] = [];
  for (let other = a.take(); other !== null; other = a.take()) others.push(other);
  t.equal(others.length, 8, 'no more in this turn');
  const over: Connection[] = [];
  const sendOver = (connection: Connection): void => void over.push(connection);
  t.ok(a.wait({ isSettled: false, sendOver, giveUp: () => undefined }));
  for (const other of others) a.release(other);
  t.equal(a.inFlight, 0);
  t.equal(originOf(origins, 'https://b.example/'), null);
  await turn();
  t.strictSame([over.length, a.inFlight], [1, 1]);
});

t.test('connections are reopened at the common pace, before those for waiting calls', async (t) => {
  const origins = originsFor(t, { connectionsPerOrigin: 100 });
  const log: string[] = [];
  const secure = originOf(origins, 'https://a.example/')!;
  for (let opened = 0; opened < 20; opened += 1) secure.reopen(() => log.push('again'));
  t.ok(secure.wait({ isSettled: false, sendOver: () => log.push('waited'), giveUp: () => undefined }));
  t.equal(log.length, 8);
  await turn();
  t.equal(log.length, 16);
  await turn();
  t.strictSame(log, [...Array<string>(20).fill('again'), 'waited']);
  const plain = originOf(origins, 'http://a.example/')!;
  for (let opened = 0; opened < 20; opened += 1) plain.reopen(() => log.push('plain'));
  t.equal(log.length, 41);
});

t.test('the host unused for longest makes room, one in use stays', async (t) => {
  const origins = originsFor(t, { maxOrigins: 3 });
  const [a, b] = ['a', 'b'].map((name) => originOf(origins, `http://${name}.example/`)!);
  originOf(origins, 'http://c.example/');
  a!.take();
  originOf(origins, 'http://d.example/');
  t.equal(originOf(origins, 'http://a.example/'), a, 'in use');
  t.not(originOf(origins, 'http://b.example/'), b, 'it made room, and is a new host now');
});

t.test('a host that was asked for again stays, in any spelling', async (t) => {
  for (const again of ['http://b.example/', 'HTTP://B.example/']) {
    const origins = originsFor(t, { maxOrigins: 3 });
    for (const name of ['a', 'b', 'c', 'd']) originOf(origins, `http://${name}.example/`);
    originOf(origins, again);
    originOf(origins, 'http://e.example/');
    t.strictSame([...origins.use().keys()], ['http://d.example', 'http://b.example', 'http://e.example'], again);
  }
});

t.test('a new host is not the first to make room', async (t) => {
  const origins = originsFor(t, { maxOrigins: 2 });
  for (const name of ['a', 'b', 'a', 'c']) originOf(origins, `http://${name}.example/`);
  t.strictSame([...origins.use().keys()], ['http://b.example', 'http://c.example']);
});

t.test('the number of hosts is bounded, and no host is added when all are in use', async (t) => {
  const origins = originsFor(t, { maxOrigins: 5 });
  for (let host = 0; host < 1000; host += 1) {
    const origin = originOf(origins, `http://h${host}.example/`)!;
    t.ok(origin, `host ${host}`);
    if (host >= 995) origin.take();
  }
  t.equal(origins.inFlight(), 5);
  t.equal(originOf(origins, 'http://one-more.example/'), null);
  t.ok(originOf(origins, 'http://h999.example/'));
});

t.test('a call to a host beyond the limit is busy, and a removed host closes its connections', async (t) => {
  let closed = 0;
  const servers = await Promise.all(
    [0, 1, 2].map(() =>
      rawServer(t, (socket) => {
        socket.on('close', () => (closed += 1));
        socket.write(reply('ok'));
      }),
    ),
  );
  const calls = servers.map(({ origin }) => post(origin));
  const fanOut = fanOutFor(t, { maxOrigins: 2 });
  t.match(
    await fanOut.send(calls, inTime(), staying),
    wholeLists([{ kind: 'reply' }, { kind: 'reply' }, { kind: 'busy' }]),
  );
  t.equal(closed, 0);
  t.match(await fanOut.send(calls.slice(2), inTime(), staying), wholeLists([{ kind: 'reply' }]));
  t.ok(await until(() => closed === 1));
});
