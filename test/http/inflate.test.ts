/** Gzip bodies: how they are announced, damaged ones, and that the limit applies to the inflated body. */
import t from 'tap';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Exchange } from '../../src/http/exchange.ts';
import { inflate } from '../../src/http/inflate.ts';
import { echo, leaveInflating, open, post, send } from './front.ts';

const limit = 1000;

t.test('bodies are inflated by Content-Encoding: gzip and ?gzip=1; other encodings are 415', async (t) => {
  const { url } = await open(t, [post('/a', echo)]);
  const gzip = gzipSync('{"id":"1"}');
  const good = { status: 200, text: '10:{"id":"1"}' };
  for (const name of ['gzip', 'GZIP', 'x-gzip'])
    t.strictSame(await send(`${url}/a`, gzip, { 'content-encoding': name }), good, name);
  t.strictSame(await send(`${url}/a?gzip=1`, gzip), good);
  t.strictSame(await send(`${url}/a?x=y&gzip=1&z`, gzip, { 'content-encoding': 'gzip' }), good, 'both: inflated once');
  t.strictSame(await send(`${url}/a?gzip=10&agzip=1`, 'plain'), { status: 200, text: '5:plain' });
  t.strictSame(await send(`${url}/a`, 'plain', { 'content-encoding': 'identity' }), { status: 200, text: '5:plain' });
  for (const name of ['br', 'deflate', 'gzip, gzip', 'zstd']) {
    t.strictSame(
      await send(`${url}/a`, gzip, { 'content-encoding': name }),
      {
        status: 415,
        text: 'Invalid request: Content-Encoding is not supported: use gzip, or send the body as it is\n',
      },
      name,
    );
  }
});

t.test('damaged gzip is 400', async (t) => {
  const { url, bugs } = await open(t, [post('/a', echo)]);
  const gzip = gzipSync('hello');
  const flipped = Buffer.from(gzip);
  flipped[gzip.length - 6]! ^= 1;
  const garbage = Buffer.from('garbage');
  const damaged = {
    empty: '',
    plain: '{}',
    cut: gzip.subarray(0, -1),
    flipped,
    trailing: Buffer.concat([gzip, garbage]),
  };
  for (const [name, body] of Object.entries(damaged)) {
    const { status, text } = await send(`${url}/a?gzip=1`, body);
    t.equal(status, 400, name);
    t.match(
      text,
      /^Invalid request: the body is not valid gzip \(.+\): compress it again, or leave out Content-Encoding and gzip=1\n$/,
    );
  }
  t.strictSame(
    await send(`${url}/a?gzip=1`, Buffer.concat([gzip, Buffer.alloc(9)])),
    { status: 200, text: '5:hello' },
    'padding is accepted',
  );
  t.strictSame(
    await send(`${url}/a?gzip=1`, Buffer.concat([gzip, gzip])),
    { status: 200, text: '10:hellohello' },
    'two members are joined',
  );
  t.strictSame(bugs, []);
});

t.test('the limit counts inflated bytes, whatever size the stream claims', async (t) => {
  const size = 300_000;
  for (const maxRequestBytes of [limit, size]) {
    const { url } = await open(t, [post('/a', (exchange) => exchange.answer(200, [], String(exchange.body.length)))], {
      maxRequestBytes,
    });
    const exact = gzipSync(Buffer.alloc(maxRequestBytes));
    const over = gzipSync(Buffer.alloc(maxRequestBytes + 1));
    t.strictSame(await send(`${url}/a?gzip=1`, exact), { status: 200, text: String(maxRequestBytes) });
    t.equal((await send(`${url}/a?gzip=1`, over)).status, 413);
    const farOver = gzipSync(Buffer.alloc(maxRequestBytes + 200_000));
    for (const claimed of [0, 10, 0xffffffff]) {
      const message = `${maxRequestBytes} bytes, claimed ${claimed}`;
      t.equal((await send(`${url}/a?gzip=1`, withTail(exact, claimed))).status, 400, message);
      t.equal((await send(`${url}/a?gzip=1`, withTail(farOver, claimed))).status, 413, message);
    }
    // The claim of a small last member is true, and yet the whole is large.
    const { status } = await send(`${url}/a?gzip=1`, Buffer.concat([over, gzipSync('x')]));
    t.equal(status, 413, 'two members');
  }
});

function withTail(stream: Buffer, claimed: number): Buffer {
  const copy = Buffer.from(stream);
  copy.writeUInt32LE(claimed, copy.length - 4);
  return copy;
}

t.test('a gzip bomb is refused with 413 without being inflated whole', async (t) => {
  const { url } = await open(t, [post('/a', echo)], { maxRequestBytes: 262_144 });
  const bomb = gzipSync(Buffer.alloc(60_000_000));
  const before = process.memoryUsage.rss();
  t.equal((await send(`${url}/a?gzip=1`, bomb)).status, 413);
  t.ok(process.memoryUsage.rss() - before < 40_000_000);
});

t.test('a long body that inflates to nothing does not block the event loop', async (t) => {
  const nothings = Array<Buffer>(10_000).fill(gzipSync(''));
  const inflating = inflate(new Uint8Array(Buffer.concat(nothings)), 1_000_000);
  t.match(inspect(inflating), /pending/, 'another thread inflates it');
  t.equal((await inflating).length, 0);
});

t.test('a body that inflates to at most 64 KiB is inflated at once, a longer one by another thread', async (t) => {
  for (const [size, isPending] of [
    [0, false],
    [300, false],
    [65_536, false],
    [65_537, true],
  ] as const) {
    const inflating = inflate(new Uint8Array(gzipSync(Buffer.alloc(size, 'x'))), 1_000_000);
    t.equal(/pending/.test(inspect(inflating)), isPending, `${size} bytes`);
    t.equal((await inflating).length, size);
  }
});

t.test('inflated bodies of any size have their own ArrayBuffer', async (t) => {
  const seen: [number, number][] = [];
  const route = post('/a', (exchange: Exchange) => {
    seen.push([exchange.body.byteLength, exchange.body.buffer.byteLength]);
    structuredClone(exchange.body, { transfer: [exchange.body.buffer] });
    exchange.answer(204, []);
  });
  const { url } = await open(t, [route], { maxRequestBytes: 200_000 });
  for (const size of [10, 5000, 65_536, 65_537, 200_000]) {
    t.equal((await send(`${url}/a?gzip=1`, gzipSync(Buffer.alloc(size, 'x')))).status, 204);
    t.strictSame(seen.pop(), [size, size]);
  }
});

t.test('onUnread hears why a body was refused, unless the client is gone by then', async (t) => {
  const told: unknown[] = [];
  const route = { ...post('/a', echo), onUnread: (_: Exchange, error: unknown) => told.push(error) };
  const { server, url } = await open(t, [route], { maxRequestBytes: 10_000_000 });
  const bomb = gzipSync(Buffer.alloc(30_000_000));
  await leaveInflating(t, server, '/a?gzip=1', bomb);
  t.equal((await send(`${url}/a?gzip=1`, bomb)).status, 413);
  t.match(told, [{ status: 413 }]);
  t.equal(told.length, 1);
});
