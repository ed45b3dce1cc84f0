/** zlib inflates what JsonWriter compresses, with its one fixed code, to the original text (RFC 1951 and 1952). */
import { crc32, gunzipSync } from 'node:zlib';
import t from 'tap';
import { makeSequence } from '../../bench/farm/chance.ts';
import { farthest, findRepeats, longest } from '../../src/gzip/find-repeats.ts';
import { JsonWriter, opening } from '../../src/gzip/json-writer.ts';
import { collect } from '../support/collect.ts';
import { until } from '../support/until.ts';

const writer = new JsonWriter();

function zipped(...pieces: readonly Uint8Array[]): Buffer {
  let written = opening;
  for (const piece of pieces) {
    writer.goOn(written, piece.length);
    findRepeats(piece, writer);
    written = writer.written();
  }
  const whole = Buffer.concat(pieces);
  return writer.end({ checksum: crc32(whole), length: whole.length });
}

t.test('every byte, and repeats of every length and distance, are restored', async (t) => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
  t.strictSame(gunzipSync(zipped(bytes)), bytes);
  const next = makeSequence(1);
  const noise = Buffer.from(Array.from({ length: farthest }, () => Math.floor(next() * 256)));
  for (let length = 1; length <= longest + 5; length += 1) {
    const text = Buffer.concat([noise.subarray(0, 3 * length), Buffer.from('.'), noise.subarray(0, length)]);
    if (!gunzipSync(zipped(text)).equals(text)) t.fail(`a repeat of ${length} bytes`);
  }
  for (let distance = 1; distance <= farthest; distance += distance < 300 ? 1 : 97) {
    const text = Buffer.concat([noise.subarray(0, distance), noise.subarray(0, 40)]);
    if (!gunzipSync(zipped(text)).equals(text)) t.fail(`a distance of ${distance} bytes`);
  }
  const far = Buffer.concat([Buffer.from('{"id":"1234567890"}'), noise, Buffer.from('{"id":"1234567890"}')]);
  t.strictSame(gunzipSync(zipped(far)), far, 'a text too far away to be referred to is written again');
  t.ok(zipped(Buffer.alloc(10_000, 'a')).length < 250, 'a long run is short');
});

t.test('texts of all lengths, in pieces, are restored', async (t) => {
  const next = makeSequence(2);
  const words = ['{"', '":', ',"', '"}', 'banner', 'id', 'format', '300', 'é', '漢', '\\u0000', 'https://'];
  for (let round = 0; round < 2000; round += 1) {
    const pieces = Array.from({ length: 1 + Math.floor(next() * 3) }, () => {
      const count = Math.floor(next() * next() * 300);
      return Buffer.from(Array.from({ length: count }, () => words[Math.floor(next() * words.length)]).join(''));
    });
    const whole = Buffer.concat(pieces);
    if (!gunzipSync(zipped(...pieces)).equals(whole)) t.fail(JSON.stringify(whole.toString()));
  }
  t.equal(gunzipSync(zipped(Buffer.alloc(0), Buffer.alloc(0))).length, 0, 'an empty text');
});

t.test('the same text gives the same bytes, whatever was written before', async (t) => {
  const text = Buffer.from('{"imp":[{"id":"1","banner":{"w":300,"h":250}},{"id":"2","banner":{"w":300,"h":250}}]}');
  const first = zipped(text);
  zipped(Buffer.from('{"imp":[{"id":"other"}]}'), text);
  t.strictSame(zipped(text), first);
});

t.test('the buffer grows with the text, and no output is twice as long as its text', async (t) => {
  const next = makeSequence(3);
  const noise = Buffer.from(Array.from({ length: 200_000 }, () => 128 + Math.floor(next() * 128)));
  const member = zipped(noise);
  t.strictSame(gunzipSync(member), noise);
  t.ok(member.length < 2 * noise.length);
});

/** The bytes of live buffers. */
function held(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}

t.test('the buffer of a long member is released', async (t) => {
  const before = held();
  writer.goOn({ ...opening, bytes: new Uint8Array(50_000_000) }, 10);
  zipped(Buffer.from('{"id":"1"}'));
  t.ok(await until(() => held() - before < 10_000_000), 'once the garbage collector has run');
});

t.test('repeats are still found after two gigabytes', async (t) => {
  const run = Buffer.alloc(2 ** 26);
  const sink = { byte: () => void (bytes += 1), repeat: () => undefined };
  let bytes = 0;
  for (let at = 0; at <= 32; at += 1) findRepeats(run, sink);
  t.ok(bytes < 1000);
});
