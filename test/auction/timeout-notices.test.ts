/** Bidders are notified of calls without a reply by the deadline (implementation A 3), in the background, where the host allows it. */
import t, { type Test } from 'tap';
import { Type } from 'typebox';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import { refuse } from '../../src/adapter/refusal.ts';
import { callsToSend } from '../../src/auction/hop-bytes.ts';
import type { Prepared } from '../../src/auction/messages.ts';
import type { CallToSend } from '../../src/auction/settled-call.ts';
import { TimeoutNotices } from '../../src/auction/timeout-notices.ts';
import { closedWith } from '../support/closed-with.ts';
import { requestFor } from '../support/auction.ts';
import { createTestHops, prepareMessage } from '../support/hops.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { fanOutFor, inMs, neverAccepts, post, rawServer, reply, staying } from './fan-out-servers.ts';

/** A call to `origin` with `timeoutUri` for its notice. */
function telling(origin: string, timeoutUri: string): CallToSend {
  const { record, body } = post(`${origin}/bid`);
  return { record: { ...record, timeoutUri }, body };
}

function noticesFor(t: Test, ownHosts?: ReadonlySet<string>): TimeoutNotices {
  const notices = closedWith(t, new TimeoutNotices(ownHosts === undefined ? {} : { ownHosts }));
  return notices;
}

const silent = (): void => undefined;

t.test('a timeout sends one notice, any other outcome none', async (t) => {
  const server = await rawServer(t, (socket) => void socket.write(reply('', 'HTTP/1.1 204 No Content')));
  const mute = await rawServer(t, silent);
  const notices = noticesFor(t);
  const fanOut = fanOutFor(t, { onSettled: notices.note });
  const uri = `${server.origin}/late?auction=1`;
  const calls = [telling(mute.origin, uri), telling(server.origin, uri), post(`${mute.origin}/bid`)];
  const before = performance.now();
  const outcomes = await fanOut.send(calls, inMs(400), staying);
  t.strictSame(
    outcomes.map(({ kind }) => kind),
    ['timeout', 'reply', 'timeout'],
  );
  t.ok(await until(() => notices.counts.delivered === 1));
  t.ok(performance.now() - before >= 390);
  const [bid, notice, ...others] = server.requests;
  t.match(bid, /^POST \/bid /);
  t.match(notice, /^GET \/late\?auction=1 HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\n(connection: keep-alive\r\n)?\r\n$/i);
  t.strictSame(others, []);
  t.strictSame(notices.counts, { delivered: 1, failed: 0, dropped: 0 });
});

t.test('a notice that fails, or is not answered in time, is counted and not repeated', async (t) => {
  const mute = await rawServer(t, silent);
  const bad = await rawServer(t, (socket) => void socket.write(reply('no', 'HTTP/1.1 500 Oh')));
  const uris = [mute.origin, bad.origin, await neverAccepts(t), 'http://127.0.0.1:1/', 'ftp://127.0.0.1/', 'nonsense'];
  const notices = noticesFor(t);
  const fanOut = fanOutFor(t, { onSettled: notices.note });
  const calls = uris.map((uri) => telling(mute.origin, uri));
  await fanOut.send(calls, inMs(50), staying);
  t.ok(notices.counts.failed < uris.length, 'the auction does not wait for them');
  t.ok(await until(() => notices.counts.failed === uris.length));
  t.strictSame(notices.counts, { delivered: 0, failed: uris.length, dropped: 0 });
});

t.test('at most 64 notices are open, and none goes to an internal host outside the configuration', async (t) => {
  const mute = await rawServer(t, silent);
  const notices = noticesFor(t, new Set([mute.origin]));
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 100, onSettled: notices.note });
  const inside = await rawServer(t, silent);
  // Sent first, so that it is not among the dropped ones beyond 64.
  const told = telling(mute.origin, `http://localhost:${inside.port}/late`);
  const uris = Array.from({ length: 70 }, () => mute.origin);
  await fanOut.send([told, ...uris.map((uri) => telling(mute.origin, `${uri}/late`))], inMs(50), staying);
  t.ok(await until(() => notices.counts.failed === 64));
  t.equal(notices.counts.dropped, 7);
  t.equal(inside.connections, 0);
  await notices.close();
  await fanOut.send([told], inMs(20), staying);
  t.ok(await until(() => notices.counts.failed === 65), 'after the end a notice fails at once');
});

const slow = defineBidder({
  code: 'slow',
  params: Type.Object({ to: Type.Optional(Type.String()) }),
  body: [() => ({ id: 'own' })],
  timeoutUrl: ({ bidder: { endpoint }, params: { to }, request: { id } }) =>
    to === 'none' ? refuse('no') : `${to ?? endpoint}late/${id}`,
});

/** The first hop of one auction with the bidder `slow`. */
function prepared(origin: string, tellTimeouts: boolean, params: object = {}): Prepared {
  const hops = createTestHops({ auction: { tellTimeouts }, bidders: { slow: { endpoint: `${origin}/` } } }, [slow]);
  return hops.prepare(prepareMessage(requestFor({ slow: params }))) as Prepared;
}

t.test('the notice URL comes from the definition and the request as sent, if the host wants notices', async (t) => {
  const origin = 'http://127.0.0.1:1';
  const uriOf = (...[tells, params]: [boolean, object?]) =>
    prepared(origin, tells, params).calls.map((c) => c.timeoutUri);
  t.strictSame(uriOf(true), [`${origin}/late/own`]);
  t.strictSame(uriOf(false), [undefined]);
  t.strictSame(uriOf(true, { to: 'none' }), [undefined], 'the call is still made');
  t.strictSame(uriOf(true, { to: 'https://elsewhere.example/' }), [undefined], 'never to a host that is not admitted');
});

t.test('the notice of a definition reaches its bidder', async (t) => {
  const server = await rawServer(t, (socket, index) => void (index > 0 && socket.write(reply('', 'HTTP/1.1 200 OK'))));
  const notices = noticesFor(t, new Set([server.origin]));
  const fanOut = fanOutFor(t, { onSettled: notices.note });
  await fanOut.send(callsToSend(prepared(server.origin, true)), inMs(50), staying);
  t.ok(await until(() => notices.counts.delivered === 1));
  t.match(server.requests[1], /^GET \/late\/own /);
});

t.test('metrics have counts of notices only where these are enabled', async (t) => {
  for (const tellTimeouts of [true, false]) {
    const service = await startService(t, { auction: { tellTimeouts } });
    const lines = (await service.metrics())
      .split('\n')
      .filter((line) => line.startsWith('gavel_timeout_notices_total{'));
    t.equal(lines.length, tellTimeouts ? 3 : 0);
  }
});
