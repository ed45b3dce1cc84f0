/** Long answers in parts: joined while the client reads, with the same bytes as one text. */
import t from 'tap';
import { request } from 'undici';
import { Parts } from '../../src/http/parts.ts';
import { until } from '../support/until.ts';
import { get, open, slowReader } from './front.ts';

/** An answer of `bytes` bytes in which two texts alternate. */
function answerOf(bytes: number): Parts {
  const [short, long] = ['"é😀":', 'x'.repeat(8000)];
  return new Parts(Array.from({ length: bytes / 8010 }, () => [short, long]).flat());
}

t.test('length and chunks are those of the joined text', async (t) => {
  for (const texts of [[], [''], ['', 'é', ''], ['a'.repeat(200_000), 'é'.repeat(70_000), '', '😀']]) {
    const parts = new Parts(texts);
    t.equal(parts.byteLength, Buffer.byteLength(texts.join('')));
    t.equal(Buffer.concat([...parts.chunks()]).toString(), texts.join(''));
    t.equal(parts.toString(), texts.join(''));
  }
});

t.test('a client gets the joined text, short or long', async (t) => {
  let parts = answerOf(0);
  const { url, server } = await open(t, [get('/parts', (exchange) => exchange.answer(200, [], parts))]);
  for (const bytes of [0, 8010, 16_020, 80_100, 8_010_000, 8010, 80_100]) {
    if (bytes === 8_010_000) server.startDraining();
    parts = answerOf(bytes);
    const reply = await request(`${url}/parts`);
    t.equal(reply.headers['content-length'], String(parts.byteLength));
    t.ok((await reply.body.text()) === parts.toString(), `${bytes} bytes`);
  }
});

t.test('parts that no client reads take no memory, and are dropped with their client', async (t) => {
  const parts = answerOf(80_100_000);
  const { server } = await open(t, [get('/parts', (exchange) => exchange.answer(200, [], parts))]);
  const before = process.memoryUsage().arrayBuffers;
  const [leaving, client] = [slowReader(t, server.port, '/parts'), slowReader(t, server.port, '/parts')];
  t.ok(await until(() => server.inFlight() === 2));
  const held = process.memoryUsage().arrayBuffers - before;
  t.ok(held < 40_000_000, `${held} bytes held of 160 million`);
  leaving.destroy();
  t.ok(await until(() => server.inFlight() === 1));
  let read = 0;
  client.on('data', (bytes) => (read += bytes.length)).resume();
  t.ok(await until(() => server.inFlight() === 0 && read > parts.byteLength), 'the other client gets the whole answer');
});
