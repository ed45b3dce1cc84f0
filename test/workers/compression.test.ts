/** What bidders get compressed is one gzip member that any reader inflates to the body (RFC 1952). */
import { gunzipSync, inflateRawSync } from 'node:zlib';
import t from 'tap';
import { Compression } from '../../workers/compression.ts';

const shared = `{"id":"1","site":{"page":"https://news.example/${'a'.repeat(3000)}"},"user":{"name":"Zoë 𝄞"}`;

t.test('bodies with a shared beginning inflate to themselves', async (t) => {
  const compression = new Compression();
  for (const own of [',"imp":[{"id":"1"}]}', ',"imp":[{"id":"2","tagid":"ü"}]}', '}', '']) {
    const zipped = compression.gzip([shared, own]);
    t.equal(gunzipSync(zipped).toString(), shared + own);
    t.ok(zipped.length < 400, `${zipped.length} bytes`);
  }
  t.equal(gunzipSync(compression.gzip(['', '{"id":"1"}'])).toString(), '{"id":"1"}', 'nothing shared');
});

t.test('it is one member, not two: readers that stop after the first get the whole', async (t) => {
  const zipped = new Compression().gzip([shared, '}']);
  const blocks = zipped.subarray(10, -8);
  t.equal(inflateRawSync(blocks).toString(), `${shared}}`);
  t.equal(zipped.readUInt32LE(zipped.length - 4), Buffer.byteLength(shared) + 1);
});

t.test('a body compresses to the same bytes whatever was compressed before', async (t) => {
  const used = new Compression();
  used.gzip([shared, '1']);
  used.gzip(['other', '2']);
  t.same(used.gzip([shared, '3']), new Compression().gzip([shared, '3']));
});
