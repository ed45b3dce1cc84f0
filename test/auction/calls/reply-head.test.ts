/** The parts of a reply's status line and headers that are kept, and their limits. */
import t from 'tap';
import { readReplyHead, type ReplyHeaders } from '../../../src/auction/calls/reply-head.ts';

const encodingOf = (header: string | string[]): string =>
  readReplyHead(200, { 'content-encoding': header }, undefined).encoding;

t.test('status, encoding and length are kept, and no headers unless they are wanted', async (t) => {
  const headers = { 'content-encoding': 'gzip', 'content-length': '12', 'x-other': 'y' };
  t.strictSame(readReplyHead(204, headers, undefined), { status: 204, encoding: 'gzip', lengthBytes: 12 });
  t.strictSame(readReplyHead(500, {}, undefined), { status: 500, encoding: '', lengthBytes: NaN });
});

t.test('the encoding is in lower case, trimmed and cut to 64 characters', async (t) => {
  t.equal(encodingOf(' GZip\t'), 'gzip');
  t.equal(encodingOf(['gzip', 'br']), 'gzip,br');
  t.equal(encodingOf('x'.repeat(64)), 'x'.repeat(64));
  t.equal(encodingOf('x'.repeat(65)), 'x'.repeat(64));
});

const kept = (headers: ReplyHeaders, ...wanted: string[]) => readReplyHead(200, headers, wanted).headers;

t.test('wanted headers are kept, of a repeated one the first, cut to 1024 characters', async (t) => {
  t.strictSame(kept({ a: '1', b: ['2', '3'], c: '4' }, 'b', 'none', 'a'), ['b', '2', 'a', '1']);
  t.strictSame(kept({ a: '1' }), []);
  t.strictSame(kept({ a: '' }, 'a'), ['a', '']);
  t.strictSame(kept({ a: 'x'.repeat(1024), b: 'x'.repeat(1025) }, 'a', 'b'), [
    'a',
    'x'.repeat(1024),
    'b',
    'x'.repeat(1024),
  ]);
});
