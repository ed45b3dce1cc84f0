/** The parts of one hop in one buffer (house, 'Only bytes … cross a thread'). */
import t from 'tap';
import { textAt } from '../../src/auction/byte-range.ts';
import { packParts } from '../../workers/frame.ts';

t.test('long parts take little more memory than their bytes', async (t) => {
  const before = process.memoryUsage().arrayBuffers;
  const { bytes } = packParts([['x'.repeat(2_000_000), 'é'], new Uint8Array(1_000_000)]);
  const taken = process.memoryUsage().arrayBuffers - before;
  t.equal(bytes.byteLength, 3_000_002);
  t.ok(taken < 2 * bytes.byteLength + 1_000_000, `${taken} bytes`);
});

t.test('each part is in its range, whatever its characters', async (t) => {
  const texts = ['日本', 'a\ud800', 'é', '\ud83d\ude00', ''].map((text) => text.repeat(100_000));
  const { bytes, ranges } = packParts(texts);
  t.ok(texts.every((text, at) => textAt(bytes, ranges[at]!) === text.toWellFormed()));
  t.equal(ranges.at(-1)!.end, bytes.byteLength);
});
