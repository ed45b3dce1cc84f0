/** An auction does not wait for secondary bidders (accounts' `secondaryBidders`): it goes on when the calls of all others have settled. */
import type { Socket } from 'node:net';
import t from 'tap';
import type { CallToSend } from '../../src/auction/settled-call.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { until } from '../support/until.ts';
import {
  Client,
  fanOutFor,
  inMs,
  inTime,
  neverAccepts,
  post,
  rawServer,
  reply,
  staying,
  text,
} from './fan-out-servers.ts';

const replyWith = (status: string): string => `HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`;

const secondary = (uri: string): CallToSend => {
  const { record, body } = post(uri);
  return { record: { ...record, bidder: 'b', isSecondary: true }, body };
};

t.test('whoever is the last of the others, what has come by then counts', async (t) => {
  const fanOut = fanOutFor(t);
  const slow = await rawServer(t, () => undefined);
  const quick = await rawServer(t, (socket) => socket.write(reply('quick')));
  const last = await rawServer(t, async (socket) => {
    await until(() => slow.requests.length === 1 && fanOut.inFlight() === 2);
    socket.write(reply('last'));
  });
  const calls = [secondary(slow.origin), secondary(quick.origin), post(quick.origin), post(last.origin)];
  const outcomes = await fanOut.send(calls, inTime(), staying);
  t.match(outcomes[0], { kind: 'overtaken', status: 0, reason: 'all others were done', isWritten: true });
  t.strictSame(outcomes.map(text), ['', 'quick', 'quick', 'last']);
});

t.test('its reply may come until the deadline, whatever the grace: the connection serves the next call', async (t) => {
  const held: Socket[] = [];
  const slow = await rawServer(
    t,
    (socket, index) => void (index === 0 ? held.push(socket) : socket.write(reply('next'))),
  );
  const quick = await rawServer(
    t,
    (socket) => void until(() => held.length === 1).then(() => socket.write(reply('quick'))),
  );
  const fanOut = fanOutFor(t, { drainGraceMs: 0 });
  t.match(await fanOut.send([secondary(slow.origin), post(quick.origin)], inTime(), staying), [
    { kind: 'overtaken' },
    {},
  ]);
  held[0]!.write(reply('too late'));
  t.ok(await until(() => fanOut.inFlight() === 0));
  t.strictSame((await fanOut.send([post(slow.origin)], inTime(), staying)).map(text), ['next']);
  t.equal(slow.connections, 1);
});

t.test('its connection closes after deadline and grace', async (t) => {
  let closed = 0;
  const slow = await rawServer(t, (socket) => socket.on('close', () => (closed += 1)));
  const quick = await rawServer(
    t,
    (socket) => void until(() => slow.requests.length === 1).then(() => socket.write(reply('quick'))),
  );
  const fanOut = fanOutFor(t, { drainGraceMs: 50 });
  await fanOut.send([secondary(slow.origin), post(quick.origin)], inMs(2000), staying);
  t.equal(closed, 0);
  t.ok(await until(() => closed === 1));
  t.equal(fanOut.inFlight(), 0);
});

t.test('others that fail are done, if one of them has answered', async (t) => {
  const slow = await rawServer(t, () => undefined);
  const quick = await rawServer(t, (socket) => socket.write(reply('quick')));
  const calls = [post('ftp://127.0.0.1/'), secondary(slow.origin), post(quick.origin), post('ftp://127.0.0.1/')];
  const outcomes = await fanOutFor(t).send(calls, inTime(), staying);
  t.strictSame(
    outcomes.map(({ kind }) => kind),
    ['unreachable', 'overtaken', 'reply', 'unreachable'],
  );
});

t.test('where none of the others has answered, it is waited for', async (t) => {
  const broken = await rawServer(t, (socket) => socket.destroy());
  const late = await rawServer(t, (socket) => {
    void until(() => broken.requests.length > 0).then(() => setTimeout(() => socket.write(reply('late')), 50));
  });
  const calls = [post('ftp://127.0.0.1/'), secondary(late.origin), post(broken.origin)];
  const outcomes = await fanOutFor(t).send(calls, inTime(), staying);
  t.strictSame(
    outcomes.map(({ kind }) => kind),
    ['unreachable', 'reply', 'unreachable'],
  );
});

t.test('an error is no answer, no bid is one', async (t) => {
  for (const [status, kinds] of [
    ['503 Service Unavailable', ['reply', 'reply']],
    ['307 Temporary Redirect', ['reply', 'reply']],
    ['204 No Content', ['overtaken', 'reply']],
  ] as const) {
    const other = await rawServer(
      t,
      (socket) => void until(() => late.requests.length > 0).then(() => socket.write(replyWith(status))),
    );
    const late = await rawServer(t, (socket) => {
      void until(() => other.requests.length > 0).then(() => setTimeout(() => socket.write(reply('late')), 200));
    });
    const outcomes = await fanOutFor(t).send([secondary(late.origin), post(other.origin)], inTime(), staying);
    t.strictSame(
      outcomes.map(({ kind }) => kind),
      kinds,
      status,
    );
  }
});

t.test('one whose connection opens after that is not sent, which is no fault', async (t) => {
  const slow = await rawServer(t, () => undefined, true);
  const health = { breakerFailures: 1, breakerWindowMs: 20_000 };
  const quick = await rawServer(t, (socket) => socket.write(reply('quick')));
  const fanOut = fanOutFor(t, { rejectUnauthorized: false, health });
  // Over a kept connection its reply is there before TLS is agreed upon.
  await fanOut.send([post(quick.origin)], inTime(), staying);
  const [first] = await fanOut.send([secondary(slow.origin), post(quick.origin)], inTime(), staying);
  t.equal(first!.kind, 'overtaken');
  t.ok(await until(() => fanOut.inFlight() === 0 && slow.connections === 1));
  t.strictSame(slow.requests, []);
  t.strictSame(fanOut.health(), []);
});

t.test('one whose connection never opens counts against its host', async (t) => {
  const health = { breakerFailures: 1, breakerWindowMs: 20_000, breakerProbeMs: 20_000 };
  const quick = await rawServer(t, (socket) => socket.write(reply('quick')));
  const fanOut = fanOutFor(t, { connectTimeoutMs: 100, health });
  const calls = [secondary(await neverAccepts(t)), post(quick.origin)];
  t.match(await fanOut.send(calls, inTime(), staying), [{ kind: 'overtaken' }, {}]);
  t.ok(await until(() => fanOut.health()[0]?.breaker === 'open'));
  t.match(await fanOut.send(calls, inTime(), staying), [{ kind: 'blocked' }, {}]);
});

t.test('where all are secondary, all are waited for', async (t) => {
  const server = await rawServer(t, (socket, index) => void setTimeout(() => socket.write(reply('ok')), index * 60));
  const outcomes = await fanOutFor(t).send([secondary(server.origin), secondary(server.origin)], inTime(), staying);
  t.strictSame(outcomes.map(text), ['ok', 'ok']);
});

t.test('a client that goes away cancels it as all others', async (t) => {
  const slow = await rawServer(t, () => undefined);
  const client = new Client();
  const sent = fanOutFor(t).send([secondary(slow.origin), post(slow.origin)], inTime(), client);
  t.ok(await until(() => slow.requests.length === 2));
  client.abort();
  t.match(await sent, wholeLists([{ kind: 'cancelled' }, { kind: 'cancelled' }]));
});

t.test('it says nothing against a bidder that it is overtaken', async (t) => {
  const slow = await rawServer(t, () => undefined);
  const quick = await rawServer(t, (socket) => void setTimeout(() => socket.write(reply('quick')), 60));
  const fanOut = fanOutFor(t, { drainGraceMs: 20, health: { throttleMemory: 4 } });
  for (let round = 0; round < 5; round++) {
    const [first] = await fanOut.send([secondary(slow.origin), post(quick.origin)], inTime(), staying);
    t.equal(first!.kind, 'overtaken');
  }
  t.strictSame(fanOut.health(), []);
});

t.test('that it does not answer by the deadline does', async (t) => {
  const slow = await rawServer(t, () => undefined);
  const quick = await rawServer(
    t,
    (socket) => void until(() => slow.requests.length === 1).then(() => socket.write(reply('quick'))),
  );
  const fanOut = fanOutFor(t, { drainGraceMs: 0, health: { throttleMemory: 1 } });
  const [first] = await fanOut.send([secondary(slow.origin), post(quick.origin)], inMs(2000), staying);
  t.equal(first!.kind, 'overtaken');
  t.strictSame(fanOut.health(), []);
  t.ok(await until(() => fanOut.inFlight() === 0));
  const [health] = fanOut.health();
  t.match(health, { bidder: 'b' });
  t.ok(health!.sentShare < 0.1);
});

t.test('so does that it breaks off; that it answers speaks for it', async (t) => {
  const held: Socket[] = [];
  const slow = await rawServer(t, (socket) => void held.push(socket));
  let calls = 0;
  const quick = await rawServer(
    t,
    (socket) => void until(() => held.length === calls).then(() => socket.write(reply('quick'))),
  );
  const health = { breakerFailures: 1, breakerWindowMs: 20_000, breakerProbeMs: 0 };
  const fanOut = fanOutFor(t, { drainGraceMs: 0, health });
  const overtaken = async (): Promise<void> => {
    calls += 1;
    const [first] = await fanOut.send([secondary(slow.origin), post(quick.origin)], inTime(), staying);
    t.equal(first!.kind, 'overtaken');
  };
  await overtaken();
  held[0]!.destroy();
  t.ok(await until(() => fanOut.health()[0]?.breaker === 'open'));
  await overtaken();
  t.match(fanOut.health(), [{ breaker: 'half-open' }]);
  held[1]!.write(reply('too late'));
  t.ok(await until(() => fanOut.health().length === 0));
});

t.test('that its kept connection was closed says nothing: another call would have been sent again', async (t) => {
  const held: Socket[] = [];
  const slow = await rawServer(
    t,
    (socket, index) => void (index === 0 ? socket.write(reply('first')) : held.push(socket)),
  );
  const quick = await rawServer(
    t,
    (socket) => void until(() => held.length === 1).then(() => socket.write(reply('quick'))),
  );
  const health = { breakerFailures: 1, breakerWindowMs: 20_000 };
  const fanOut = fanOutFor(t, { drainGraceMs: 0, health });
  await fanOut.send([post(slow.origin)], inTime(), staying);
  const [first] = await fanOut.send([secondary(slow.origin), post(quick.origin)], inTime(), staying);
  t.equal(first!.kind, 'overtaken');
  held[0]!.destroy();
  t.ok(await until(() => fanOut.inFlight() === 0));
  t.strictSame([slow.connections, fanOut.health()], [1, []]);
});
