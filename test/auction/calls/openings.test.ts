/** TLS connections are opened at a limited pace, with hosts in turn, while calls wait. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { Openings, type Opener } from '../../../src/auction/calls/openings.ts';
import type { SettledCall } from '../../../src/auction/settled-call.ts';
import { until } from '../../support/until.ts';
import { wholeLists } from '../../support/whole-lists.ts';
import { fanOutFor, inMs, inTime, post, rawServer, reply, staying } from '../fan-out-servers.ts';

/** The head of a reply that ends its connection. */
const closing = 'HTTP/1.1 200 OK\r\nconnection: close';

/** Opens `wanted` connections, and appends its name to `log` for each. */
class Host implements Opener {
  readonly #openings: Openings;
  readonly #log: string[];
  readonly #name: string;
  #wanted: number;

  constructor(openings: Openings, log: string[], [name, wanted]: readonly [string, number]) {
    this.#openings = openings;
    this.#log = log;
    this.#name = name;
    this.#wanted = wanted;
  }

  openNext(): void {
    if (this.#wanted > 0 && this.#openings.take()) {
      this.#wanted -= 1;
      this.#log.push(this.#name);
    }
    if (this.#wanted > 0) this.#openings.ask(this);
  }
}

t.test('eight connections are opened in a turn of the event loop, alternating between hosts', async (t) => {
  const openings = new Openings();
  const log: string[] = [];
  for (const name of ['a', 'b']) new Host(openings, log, [name, 8]).openNext();
  t.equal(log.join(''), 'ab', 'the first at once');
  await turn();
  t.equal(log.join(''), 'ababababab');
  await turn();
  t.equal(log.join(''), 'abababababababab');
});

t.test('openings unused in one turn are not added to a later one', async (t) => {
  const openings = new Openings();
  const log: string[] = [];
  for (let turns = 0; turns < 3; turns += 1) await turn();
  new Host(openings, log, ['a', 1]).openNext();
  await turn();
  await turn();
  const host = new Host(openings, log, ['b', 100]);
  for (let asked = 0; asked < 20; asked += 1) host.openNext();
  t.equal(log.length, 1 + 8);
});

for (const isSecure of [true, false]) {
  t.test(`calls of a burst wait for connections only over TLS (${isSecure ? 'https' : 'http'})`, async (t) => {
    const server = await rawServer(t, (socket) => socket.write(reply('ok')), isSecure);
    const fanOut = fanOutFor(t, { connectionsPerOrigin: 200, rejectUnauthorized: false, connectTimeoutMs: 20_000 });
    const sent = fanOut.send(
      Array.from({ length: 200 }, () => post(server.origin)),
      inTime(),
      staying,
    );
    t.equal(fanOut.inFlight(), isSecure ? 8 : 200);
    await turn();
    t.equal(fanOut.inFlight(), isSecure ? 16 : 200);
    t.strictSame(new Set((await sent).map(({ kind }) => kind)), new Set(['reply']));
    t.equal(server.requests.length, 200);
    t.equal(fanOut.inFlight(), 0);
  });
}

t.test('connections closed by their server are replaced at the same pace, also when all were open', async (t) => {
  const server = await rawServer(t, (socket) => socket.end(reply('x', closing)), true);
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 20, rejectUnauthorized: false, connectTimeoutMs: 20_000 });
  for (const turns of [0, 1, 2]) {
    const calls = Array.from({ length: 20 }, () => post(server.origin));
    const sent = fanOut.send(calls, inTime(), staying);
    for (let turned = 0; turned < turns; turned += 1) await turn();
    t.equal(fanOut.inFlight(), [8, 16, 20][turns]);
    t.strictSame(new Set((await sent).map(({ kind }) => kind)), new Set(['reply']));
    t.ok(await until(() => fanOut.connections().get(server.origin)?.idle === 0));
  }
  t.equal(server.connections, 60);
});

t.test('calls that are sent again because all connections closed at once keep that pace', async (t) => {
  const held: Socket[] = [];
  const server = await rawServer(
    t,
    (socket, index) => {
      if (index >= 120) return socket.write(reply('ok'));
      held.push(socket);
      if (held.length < 60) return;
      for (const each of held.splice(0)) {
        if (index < 60) each.write(reply('ok'));
        else each.destroy();
      }
    },
    true,
  );
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 60, rejectUnauthorized: false, connectTimeoutMs: 20_000 });
  const sendAll = (): Promise<readonly SettledCall[]> =>
    fanOut.send(
      Array.from({ length: 60 }, () => post(server.origin)),
      inTime(),
      staying,
    );
  await sendAll();
  const turns = [0];
  let next = setImmediate(function count() {
    turns.push(0);
    next = setImmediate(count);
  });
  const opens = (): void => void (turns[turns.length - 1]! += 1);
  subscribe('undici:client:beforeConnect', opens);
  t.teardown(() => unsubscribe('undici:client:beforeConnect', opens));
  const outcomes = await sendAll();
  clearImmediate(next);
  t.strictSame(new Set(outcomes.map(({ kind }) => kind)), new Set(['reply']));
  t.strictSame([server.requests.length, server.connections], [180, 120]);
  t.equal(
    turns.reduce((sum, opened) => sum + opened, 0),
    60,
  );
  t.ok(Math.max(...turns) <= 16, 'eight in each turn, and a counted turn may cover two');
});

t.test('as many calls may wait as there may be connections, plus those of the queue', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')), true);
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 20, queuePerOrigin: 5, rejectUnauthorized: false });
  const calls = Array.from({ length: 30 }, () => post(server.origin));
  const outcomes = await fanOut.send(calls, inTime(), staying);
  t.strictSame(
    outcomes.map(({ kind }) => kind),
    [...Array<string>(25).fill('reply'), ...Array<string>(5).fill('busy')],
  );
});

t.test('a call that gets no connection in time, or before the service closes, is never sent', async (t) => {
  const held: Socket[] = [];
  const server = await rawServer(t, (socket) => held.push(socket), true);
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 8, queuePerOrigin: 1, rejectUnauthorized: false });
  const first = fanOut.send(
    Array.from({ length: 8 }, () => post(server.origin)),
    inTime(),
    staying,
  );
  const late = await fanOut.send([post(server.origin)], inMs(200), staying);
  t.match(late, wholeLists([{ kind: 'busy', reason: "no connection to the bidder's host came free in time" }]));
  t.ok(await until(() => held.length === 8));
  const waiting = fanOut.send([post(server.origin)], inTime(), staying);
  await fanOut.close();
  t.match(await waiting, wholeLists([{ kind: 'cancelled', reason: 'the server is closing' }]));
  t.match((await first)[7], { kind: 'cancelled' });
  await turn();
  t.equal(server.requests.length, 8);
});

t.test('calls that wait for connections when the service closes open none', async (t) => {
  const [first, second] = [await rawServer(t, () => undefined, true), await rawServer(t, () => undefined, true)];
  const fanOut = fanOutFor(t, { rejectUnauthorized: false });
  const uris = [...Array<string>(8).fill(first.origin), ...Array<string>(4).fill(second.origin)];
  const sent = fanOut.send(
    uris.map((uri) => post(uri)),
    inTime(),
    staying,
  );
  t.equal(fanOut.connections().get(second.origin)?.waiting, 4);
  await fanOut.close();
  t.strictSame(new Set((await sent).map(({ kind }) => kind)), new Set(['cancelled']));
  await sleep(100);
  t.strictSame([first.connections, second.connections], [0, 0]);
});

t.test('an open connection is preferred to one that its server has closed', async (t) => {
  const fanOut = fanOutFor(t);
  const server = await rawServer(t, (socket, index) => {
    if (index !== 1) return socket.write(reply('x'));
    void until(() => fanOut.inFlight() === 1).then(() => socket.end(reply('x', closing)));
  });
  await fanOut.send([post(server.origin), post(server.origin)], inTime(), staying);
  for (let calls = 0; calls < 3; calls += 1) {
    t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
  }
  t.equal(server.connections, 2);
});
