/** What is kept of a reply: every byte, in order, within its bound. */
import t from 'tap';
import { mostPieces, ReplyBody } from '../../../src/auction/calls/reply-body.ts';

t.test('chunks are kept as they came, in order', async (t) => {
  const body = new ReplyBody(100);
  const [one, two] = [Buffer.from('one'), Buffer.from('two')];
  t.ok(body.add(one) && body.add(two));
  t.equal(body.chunks[0], one);
  t.equal(body.chunks[1], two);
  t.equal(body.byteLength, 6);
});

t.test('many chunks of all sizes are packed without a byte lost', async (t) => {
  const body = new ReplyBody(10_000_000);
  const sizes = Array.from({ length: 400 }, (_, index) => (index * 7919) % (index % 50 === 0 ? 200_000 : 900));
  const chunks = sizes.map((size, index) => Buffer.alloc(size, index % 251));
  for (const chunk of chunks) t.ok(body.add(chunk));
  const whole = Buffer.concat(chunks);
  t.ok(Buffer.concat(body.chunks).equals(whole));
  t.equal(body.byteLength, whole.length);
  t.ok(body.chunks.length < 8 + whole.length / 65_536 + 1);
});

t.test('the bound is met exactly, kept or only counted', async (t) => {
  const body = new ReplyBody(10);
  t.ok(body.add(Buffer.alloc(4)));
  t.notOk(body.add(Buffer.alloc(7)));
  t.equal(body.byteLength, 4);
  t.ok(body.count(Buffer.alloc(6)));
  t.notOk(body.count(Buffer.alloc(1)));
  t.equal(Buffer.concat(body.chunks).length, 4);
});

t.test('a reply in too many pieces is refused, kept or only counted', async (t) => {
  const body = new ReplyBody(1_000_000);
  const piece = Buffer.from('x');
  for (let pieces = 1; pieces < mostPieces; pieces++) if (!body.add(piece)) t.fail(`piece ${pieces}`);
  t.ok(body.count(piece), 'the last that it may have');
  t.notOk(body.add(piece));
  t.notOk(body.count(piece));
  t.equal(body.byteLength, mostPieces);
});
