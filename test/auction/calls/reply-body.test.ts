/** The body of a reply is kept whole and in order, up to its limit. */
import t from 'tap';
import { mostPieces, ReplyBody } from '../../../src/auction/calls/reply-body.ts';

t.test('chunks are kept without copies, in order', async (t) => {
  const body = new ReplyBody(100);
  const [one, two] = [Buffer.from('one'), Buffer.from('two')];
  t.ok(body.add(one) && body.add(two));
  t.equal(body.chunks[0], one);
  t.equal(body.chunks[1], two);
  t.equal(body.byteLength, 6);
});

t.test('many chunks are packed into fewer without losing a byte', async (t) => {
  const body = new ReplyBody(10_000_000);
  const sizes = Array.from({ length: 400 }, (_, index) => (index * 7919) % (index % 50 === 0 ? 200_000 : 900));
  const chunks = sizes.map((size, index) => Buffer.alloc(size, index % 251));
  for (const chunk of chunks) t.ok(body.add(chunk));
  const whole = Buffer.concat(chunks);
  t.ok(Buffer.concat(body.chunks).equals(whole));
  t.equal(body.byteLength, whole.length);
  t.ok(body.chunks.length < 8 + whole.length / 65_536 + 1);
});

t.test('the limit is exact for kept and for only counted chunks', async (t) => {
  const body = new ReplyBody(10);
  t.ok(body.add(Buffer.alloc(4)));
  t.notOk(body.add(Buffer.alloc(7)));
  t.equal(body.byteLength, 4);
  t.ok(body.count(Buffer.alloc(6)));
  t.notOk(body.count(Buffer.alloc(1)));
  t.equal(Buffer.concat(body.chunks).length, 4);
});

t.test('a reply in too many pieces is refused, whether kept or only counted', async (t) => {
  const body = new ReplyBody(1_000_000);
  const piece = Buffer.from('x');
  for (let pieces = 1; pieces < mostPieces; pieces++) if (!body.add(piece)) t.fail(`piece ${pieces}`);
  t.ok(body.count(piece), 'the last allowed piece');
  t.notOk(body.add(piece));
  t.notOk(body.count(piece));
  t.equal(body.byteLength, mostPieces);
});
