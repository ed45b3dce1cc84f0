/** Answers not yet sent count as in flight, so that a shutdown waits for them: slowly read ones, and many at once. */
import t from 'tap';
import { Agent, fetch } from 'undici';
import type { Exchange } from '../../src/http/exchange.ts';
import { closedWith } from '../support/closed-with.ts';
import { until } from '../support/until.ts';
import { get, open, slowReader } from './front.ts';

t.test('a long answer is in flight until the system buffers the rest of it', async (t) => {
  // More than any system buffers for a client that does not read.
  const body = new Uint8Array(32_000_000).fill(120);
  const { server } = await open(t, [get('/long', (exchange) => exchange.answer(200, [], body))]);
  for (const isDraining of [false, true]) {
    if (isDraining) server.startDraining();
    const [client, leaving] = [slowReader(t, server.port, '/long'), slowReader(t, server.port, '/long')];
    t.ok(await until(() => server.inFlight() === 2));
    leaving.destroy();
    t.ok(await until(() => server.inFlight() === 1));
    let text = '';
    client.on('data', (bytes) => (text += bytes.toString('latin1'))).resume();
    t.ok(await until(() => server.inFlight() === 0));
    if (isDraining) server.close();
    t.ok(await until(() => text.length >= body.length));
    t.match(text, isDraining ? /^[^x]*\r\nconnection: close\r\n/i : /^HTTP/);
    t.ok(await until(() => text.endsWith('x') && text.length - text.indexOf('\r\n\r\n') - 4 === body.length));
  }
});

t.test('an answer that waits for a later turn of the event loop is in flight', async (t) => {
  const held: Exchange[] = [];
  const { server, url } = await open(t, [get('/held', (exchange) => void held.push(exchange))]);
  const agent = closedWith(t, new Agent({ connections: 150 }));
  const replies = Array.from({ length: 150 }, () => fetch(`${url}/held`, { dispatcher: agent }));
  t.ok(await until(() => held.length === 150));
  for (const exchange of held) exchange.answer(200, [], 'answered');
  t.equal(server.inFlight(), 50);
  for (const reply of replies) t.equal(await (await reply).text(), 'answered');
  t.equal(server.inFlight(), 0);
});
