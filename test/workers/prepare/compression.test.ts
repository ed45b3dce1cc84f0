/** A compressed body is one gzip member that inflates to the body (RFC 1952). */
import { gunzipSync, inflateRawSync } from 'node:zlib';
import t from 'tap';
import { settleMessage } from '../../../src/auction/hop-bytes.ts';
import { bytesAt } from '../../../src/auction/byte-range.ts';
import type { Bidder } from '../../../src/adapter/contract.ts';
import { readyCall } from '../../../workers/prepare/bidder-calls.ts';
import { Compression } from '../../../workers/prepare/compression.ts';
import { requestFor } from '../../support/auction.ts';
import { answerOf, createTestHops, plainTerms, prepareMessage, replying, served } from '../../support/hops.ts';

const shared = `{"id":"1","site":{"page":"https://news.example/${'a'.repeat(3000)}"},"user":{"name":"Zoë 𝄞"}`;

t.test('bodies with a shared beginning inflate to the original', async (t) => {
  const compression = new Compression();
  for (const own of [',"imp":[{"id":"1"}]}', ',"imp":[{"id":"2","tagid":"ü"}]}', '}', '']) {
    const zipped = compression.gzip([shared, own]);
    t.equal(gunzipSync(zipped).toString(), shared + own);
    t.ok(zipped.length < 400, `${zipped.length} bytes`);
  }
  t.equal(gunzipSync(compression.gzip(['', '{"id":"1"}'])).toString(), '{"id":"1"}', 'nothing shared');
});

t.test('the output is a single gzip member', async (t) => {
  const zipped = new Compression().gzip([shared, '}']);
  const blocks = zipped.subarray(10, -8);
  t.equal(inflateRawSync(blocks).toString(), `${shared}}`);
  t.equal(zipped.readUInt32LE(zipped.length - 4), Buffer.byteLength(shared) + 1);
});

t.test('a body compresses to the same bytes whatever was compressed before', async (t) => {
  const used = new Compression();
  used.gzip([shared, '1']);
  used.gzip(['other', '2']);
  t.strictSame(used.gzip([shared, '3']), new Compression().gzip([shared, '3']));
});

t.test('long and non-Latin pieces inflate to the original beside short ones', async (t) => {
  const long = JSON.stringify(Array.from({ length: 3000 }, (_, at) => ({ id: `user-${at * 7919}` })));
  const foreign = JSON.stringify({ title: '今日のニュース、スポーツ、天気'.repeat(20) });
  const short = '{"id":"1","imp":[{"id":"1"}]}';
  const compression = new Compression();
  for (const first of [long, foreign, short, ''])
    for (const own of [long, foreign, short, '']) {
      const zipped = compression.gzip([first, own]);
      t.equal(gunzipSync(zipped).toString(), first + own);
      t.ok(zipped.length < 0.5 * Buffer.byteLength(first + own) + 130, `${zipped.length} bytes`);
    }
});

t.test('pieces of characters that are rare in JSON do not grow', async (t) => {
  const rare = Array.from({ length: 11_000 }, (_, at) => '!$&+<>JOQRVXYZ^`|~'[((at * at) ^ (at * 7919)) % 18]).join('');
  const short = '{"id":"1"}';
  for (const [first, own] of [
    [short, rare],
    [rare, short],
    [rare, rare],
  ] as const) {
    const zipped = new Compression().gzip([first, own]);
    t.equal(gunzipSync(zipped).toString(), first + own);
    t.ok(zipped.length < first.length + own.length, `${zipped.length} bytes`);
  }
});

t.test(
  'only non-empty bodies of bidders with endpointCompression are compressed, also a body in one piece',
  async (t) => {
    const whole = {
      method: 'POST',
      uri: 'http://127.0.0.1:1/a',
      headers: [],
      imps: [0],
      impids: ['i1'],
      note: undefined,
    } as const;
    const sent = (body: string, endpointCompression: string) => {
      const bidder = { endpointCompression, configured: 'a', adapter: { replyHeaders: [] } } as unknown as Bidder;
      const terms = { bidder, isSecondary: false, headers: [], compression: new Compression() };
      const { record, body: made } = readyCall({ ...whole, body }, 'a', terms);
      return { isMarked: record.headers.includes('content-encoding'), made };
    };
    const { isMarked, made } = sent('{"id":"1"}', 'gzip');
    t.strictSame([isMarked, gunzipSync(made as Buffer).toString()], [true, '{"id":"1"}']);
    t.strictSame(sent('{"id":"1"}', ''), { isMarked: false, made: '{"id":"1"}' });
    t.strictSame(sent('', 'gzip'), { isMarked: false, made: '' });
  },
);

t.test('debug output shows the body before compression', async (t) => {
  const bidderA = { endpoint: 'http://127.0.0.1:1/a', endpointCompression: 'gzip' };
  const hops = createTestHops({ bidders: { bidderA } });
  const message = prepareMessage(requestFor({ bidderA: {} }, { test: 1 }));
  const prepared = served(hops.prepare(message));
  const sent = gunzipSync(bytesAt(prepared.bytes, prepared.calls[0]!.body)).toString();
  const { httpcalls } = answerOf(hops.settle(settleMessage(prepared, [replying({})], plainTerms))).ext.debug;
  t.equal(httpcalls.bidderA[0].requestbody, sent);
  t.match(sent, /^\{"id":"r1",/);
});
