/** Calls that wait for a connection: how many, in which order, and until when (issue 'Overload', per-bidder limits). */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { until } from '../../support/until.ts';
import {
  Client,
  fanOutFor,
  inMs,
  inTime,
  post,
  rawServer,
  type RawServer,
  reply,
  staying,
} from '../fan-out-servers.ts';
import { wholeLists } from '../../support/whole-lists.ts';

t.test('waiting calls are sent in order as connections become free; calls beyond the queue are busy', async (t) => {
  const server = await rawServer(t, (socket, index) => setTimeout(() => socket.write(reply(String(index))), 20));
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 2, queuePerOrigin: 5 });
  const calls = Array.from({ length: 10 }, (_, index) => post(`${server.origin}/${index}`));
  // Those of two connections may arrive in another order than they were sent in.
  const sent: string[] = [];
  const note = (message: unknown): void => void sent.push((message as { request: { path: string } }).request.path);
  subscribe('undici:client:sendHeaders', note);
  t.teardown(() => unsubscribe('undici:client:sendHeaders', note));
  const outcomes = await fanOut.send(calls, inTime(), staying);
  t.strictSame(
    outcomes.map(({ kind }) => kind),
    [...Array<string>(7).fill('reply'), 'busy', 'busy', 'busy'],
  );
  const paths = server.requests.map((text) => /^POST (\/\d)/.exec(text)?.[1]);
  t.strictSame(paths.toSorted(), ['/0', '/1', '/2', '/3', '/4', '/5', '/6']);
  t.strictSame(sent.slice(2), ['/2', '/3', '/4', '/5', '/6'], 'first in, first out');
  t.equal(server.connections, 2);
  t.ok(outcomes[6]!.elapsedMs >= 40, 'the wait counts as time of the call');
  t.equal(fanOut.inFlight(), 0);
});

t.test('waiting calls are sent though the connection closes after each call', async (t) => {
  const close = 'HTTP/1.1 200 OK\r\nconnection: close';
  const server = await rawServer(t, (socket) => socket.end(reply('x', close)));
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 1, queuePerOrigin: 20 });
  const outcomes = await fanOut.send(
    Array.from({ length: 20 }, () => post(server.origin)),
    inTime(),
    staying,
  );
  t.strictSame(new Set(outcomes.map(({ kind }) => kind)), new Set(['reply']));
});

/** A server that holds the socket of its first request, and answers all others. */
async function holdsFirst(t: Test): Promise<{ held: Socket[]; server: RawServer }> {
  const held: Socket[] = [];
  const server = await rawServer(t, (socket, index) => (index === 0 ? held.push(socket) : socket.write(reply('ok'))));
  return { held, server };
}

t.test('a call that still waits at its deadline is busy, never sent, and leaves the queue', async (t) => {
  const { held, server } = await holdsFirst(t);
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 1, queuePerOrigin: 1 });
  const first = fanOut.send([post(server.origin)], inTime(), staying);
  t.ok(await until(() => held.length === 1));
  for (let calls = 0; calls < 3; calls += 1) {
    t.match(
      await fanOut.send([post(server.origin)], inMs(50), staying),
      wholeLists([{ kind: 'busy', reason: /came free in time/ }]),
    );
    t.equal(fanOut.connections().get(server.origin)?.waiting, 0);
  }
  held[0]!.write(reply('late'));
  t.match(await first, wholeLists([{ kind: 'reply' }]));
  // Until then a call that still waited would have been sent.
  await turn();
  await fanOut.send([post(`${server.origin}/next`)], inTime(), staying);
  t.match(server.requests, wholeLists([/^POST \/ /, /^POST \/next /]), 'none of them was sent');
  t.equal(fanOut.inFlight(), 0);
});

t.test('the waiting call of a client that disconnects is cancelled and never sent', async (t) => {
  const { held, server } = await holdsFirst(t);
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 1, queuePerOrigin: 1 });
  const first = fanOut.send([post(server.origin)], inTime(), staying);
  t.ok(await until(() => held.length === 1));
  const client = new Client();
  const second = fanOut.send([post(server.origin)], inTime(), client);
  client.abort();
  t.match(await second, wholeLists([{ kind: 'cancelled' }]));
  held[0]!.write(reply('x'));
  await first;
  await turn();
  await fanOut.send([post(`${server.origin}/next`)], inTime(), staying);
  t.match(server.requests, wholeLists([/^POST \/ /, /^POST \/next /]));
});

t.test('a closing fan-out cancels all calls, and sends none that wait', async (t) => {
  const held: Socket[] = [];
  const server = await rawServer(t, (socket) => held.push(socket));
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 1, queuePerOrigin: 3 });
  const calls = Array.from({ length: 4 }, () => fanOut.send([post(server.origin)], inTime(), staying));
  t.ok(await until(() => held.length === 1));
  await fanOut.close();
  for (const call of calls) {
    t.match(await call, wholeLists([{ kind: 'cancelled', reason: 'the server is closing' }]));
  }
  t.equal(server.requests.length, 1);
  t.equal(fanOut.inFlight(), 0);
});
