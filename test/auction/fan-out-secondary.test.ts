/** An auction does not wait for secondary bidders (accounts' `secondaryBidders`): it goes on when the calls of all others have settled. */
import type { Socket } from 'node:net';
import t from 'tap';
import type { CallToSend } from '../../src/auction/settled-call.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { until } from '../support/until.ts';
import {
  Client,
  closedDoor,
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

t.test('an auction ends with the last other bidder, and counts the secondary replies that have come', async (t) => {
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

t.test(
  'an overtaken call may still be answered until the deadline, even with no grace, and keeps its connection',
  async (t) => {
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
  },
);

t.test('an unanswered overtaken call loses its connection after deadline and grace', async (t) => {
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

t.test('other bidders that fail are not waited for, if one of them has answered', async (t) => {
  const slow = await rawServer(t, () => undefined);
  const quick = await rawServer(t, (socket) => socket.write(reply('quick')));
  const calls = [post('ftp://127.0.0.1/'), secondary(slow.origin), post(quick.origin), post('ftp://127.0.0.1/')];
  const outcomes = await fanOutFor(t).send(calls, inTime(), staying);
  t.strictSame(
    outcomes.map(({ kind }) => kind),
    ['unreachable', 'overtaken', 'reply', 'unreachable'],
  );
});

t.test('a secondary bidder is waited for if no other has answered', async (t) => {
  const fanOut = fanOutFor(t);
  const broken = await rawServer(t, (socket) => socket.destroy());
  const late = await rawServer(t, (socket) => {
    void until(() => fanOut.inFlight() < 2).then(() => socket.write(reply('late')));
  });
  const calls = [post('ftp://127.0.0.1/'), secondary(late.origin), post(broken.origin)];
  const outcomes = await fanOut.send(calls, inTime(), staying);
  t.strictSame(
    outcomes.map(({ kind }) => kind),
    ['unreachable', 'reply', 'unreachable'],
  );
});

t.test('a 204 of another bidder counts as an answer, a redirect or 503 does not', async (t) => {
  for (const [status, kinds] of [
    ['503 Service Unavailable', ['reply', 'reply']],
    ['307 Temporary Redirect', ['reply', 'reply']],
    ['300 Multiple Choices', ['reply', 'reply']],
    ['204 No Content', ['overtaken', 'reply']],
  ] as const) {
    const fanOut = fanOutFor(t);
    const other = await rawServer(
      t,
      (socket) => void until(() => late.requests.length > 0).then(() => socket.write(replyWith(status))),
    );
    const late = await rawServer(t, (socket) => {
      void until(() => fanOut.inFlight() < 2).then(() => socket.write(reply('late')));
    });
    const outcomes = await fanOut.send([secondary(late.origin), post(other.origin)], inTime(), staying);
    t.strictSame(
      outcomes.map(({ kind }) => kind),
      kinds,
      status,
    );
  }
});

t.test('an overtaken call whose connection opens later is not sent, and does not count against its host', async (t) => {
  const slow = await rawServer(t, () => undefined, true);
  const health = { breakerFailures: 1, breakerWindowMs: 20_000 };
  const quick = await rawServer(t, (socket) => socket.write(reply('quick')));
  const fanOut = fanOutFor(t, { rejectUnauthorized: false, connectTimeoutMs: 20_000, health });
  const { origin, open } = await closedDoor(t, slow.port);
  const [first] = await fanOut.send([secondary(origin), post(quick.origin)], inTime(), staying);
  t.equal(first!.kind, 'overtaken');
  open();
  t.ok(await until(() => fanOut.inFlight() === 0 && slow.connections === 1));
  t.strictSame(slow.requests, []);
  t.strictSame(fanOut.health(), []);
});

t.test('an overtaken call whose connection never opens counts against its host', async (t) => {
  const health = { breakerFailures: 1, breakerWindowMs: 20_000, breakerProbeMs: 20_000 };
  const quick = await rawServer(t, (socket) => socket.write(reply('quick')));
  const fanOut = fanOutFor(t, { connectTimeoutMs: 100, health });
  const calls = [secondary(await neverAccepts(t)), post(quick.origin)];
  t.match(await fanOut.send(calls, inTime(), staying), [{ kind: 'overtaken' }, {}]);
  t.ok(await until(() => fanOut.health()[0]?.breaker === 'open'));
  t.match(await fanOut.send(calls, inTime(), staying), [{ kind: 'blocked' }, {}]);
});

t.test('if all bidders are secondary, all are waited for', async (t) => {
  const fanOut = fanOutFor(t);
  const server = await rawServer(
    t,
    (socket, index) => void until(() => fanOut.inFlight() === 2 - index).then(() => socket.write(reply('ok'))),
  );
  const outcomes = await fanOut.send([secondary(server.origin), secondary(server.origin)], inTime(), staying);
  t.strictSame(outcomes.map(text), ['ok', 'ok']);
});

t.test('a client that disconnects cancels secondary calls like others', async (t) => {
  const slow = await rawServer(t, () => undefined);
  const client = new Client();
  const sent = fanOutFor(t).send([secondary(slow.origin), post(slow.origin)], inTime(), client);
  t.ok(await until(() => slow.requests.length === 2));
  client.abort();
  t.match(await sent, wholeLists([{ kind: 'cancelled' }, { kind: 'cancelled' }]));
});

t.test('being overtaken does not count against a bidder', async (t) => {
  const slow = await rawServer(t, () => undefined);
  const quick = await rawServer(
    t,
    (socket, index) => void until(() => slow.requests.length > index).then(() => socket.write(reply('quick'))),
  );
  const fanOut = fanOutFor(t, { drainGraceMs: 20, health: { throttleMemory: 4 } });
  for (let round = 0; round < 5; round++) {
    const [first] = await fanOut.send([secondary(slow.origin), post(quick.origin)], inTime(), staying);
    t.equal(first!.kind, 'overtaken');
  }
  t.strictSame(fanOut.health(), []);
});

t.test('an overtaken call without a reply by the deadline counts against its bidder', async (t) => {
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

t.test('an overtaken call whose client left opens the breaker if it breaks off; a late reply closes it', async (t) => {
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
    const client = new Client();
    const [first] = await fanOut.send([secondary(slow.origin), post(quick.origin)], inTime(), client);
    t.equal(first!.kind, 'overtaken');
    client.abort();
  };
  await overtaken();
  held[0]!.destroy();
  t.ok(await until(() => fanOut.health()[0]?.breaker === 'open'));
  await overtaken();
  t.match(fanOut.health(), [{ breaker: 'half-open' }]);
  held[1]!.write(reply('too late'));
  t.ok(await until(() => fanOut.health().length === 0));
});

t.test(
  'a closed kept connection of an overtaken call does not count, as another call would be sent again',
  async (t) => {
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
  },
);
