/** From the outcome of a call to text or problem (decisions, 'Error codes', 'One outcome per (imp, bidder)'). */
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { replyText } from '../../../src/adapter/reply-text.ts';
import type { OutcomeKind } from '../../../src/auction/call-records.ts';
import { readOutcome } from '../../../src/stages/settle/read-outcome.ts';

function read(kind: OutcomeKind, status: number, body: Uint8Array | string, encoding = '') {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const outcome = { kind, status, elapsedMs: 1, encoding, body: { start: 0, end: 0 }, reason: 'why' };
  return readOutcome(outcome, { bytes, maxBytes: 100 });
}

t.test('a complete reply gives its text whatever its status', async (t) => {
  for (const status of [200, 201, 204, 302, 400, 500]) t.strictSame(read('reply', status, 'body'), { text: 'body' });
  t.strictSame(read('reply', 200, gzipSync('body'), ' GZIP'), { text: 'body' });
  t.strictSame(read('reply', 200, gzipSync('x'.repeat(100)), 'x-gzip'), { text: 'x'.repeat(100) });
  t.strictSame(read('reply', 200, 'body', ' identity '), { text: 'body' });
});

t.test('an empty 200 is no bid; an empty reply with another status is left to the adapter', async (t) => {
  t.strictSame(read('reply', 200, ''), { problem: undefined, nonbid: 0 });
  t.strictSame(read('reply', 200, '', 'gzip'), { problem: undefined, nonbid: 0 });
  t.strictSame(read('reply', 200, '', 'br'), { problem: undefined, nonbid: 0 });
  t.strictSame(read('reply', 200, gzipSync(''), 'gzip'), { problem: undefined, nonbid: 0 });
  t.strictSame(read('reply', 500, '', 'gzip'), { text: '' });
  t.strictSame(replyText(new Uint8Array(), 'gzip', 100), { text: '' }, 'empty bytes are no damaged gzip');
});

t.test('a content-encoding that names no compression is ignored', async (t) => {
  for (const encoding of ['', 'identity', 'utf-8', 'none']) {
    t.strictSame(read('reply', 200, 'body', encoding), { text: 'body' }, encoding);
  }
});

t.test('an unreadable body is a problem with status 200, and empty with another status', async (t) => {
  const cases: [Uint8Array | string, string, string][] = [
    ['no gzip', 'gzip', 'the reply is damaged gzip'],
    [gzipSync('body').subarray(0, 15), 'gzip', 'the reply is damaged gzip'],
    [gzipSync('x'.repeat(101)), 'gzip', 'the reply inflates to more than the limit'],
    ['body', 'br', 'the reply has a Content-Encoding other than gzip'],
    ['body', 'gzip, identity', 'the reply has a Content-Encoding other than gzip'],
  ];
  for (const [body, encoding, message] of cases) {
    t.strictSame(read('reply', 200, body, encoding), { problem: { code: 3, message }, nonbid: 102 }, message);
    t.strictSame(read('reply', 500, body, encoding), { text: '' }, message);
  }
});

t.test('a call without a reply has a problem and a no-bid reason', async (t) => {
  const cases: [OutcomeKind, number, string, number][] = [
    ['timeout', 1, 'the bidder did not answer in time', 101],
    ['overtaken', 1, 'the auction did not wait for this secondary bidder: all others were done', 101],
    ['late', 1, 'no time was left to call the bidder', 101],
    ['broken', 3, 'why', 102],
    ['oversized', 3, 'why', 102],
    ['unreachable', 999, 'why', 103],
    ['busy', 999, 'why', 103],
    ['blocked', 999, 'why', 200],
    ['throttled', 1, 'why', 200],
    ['cancelled', 999, 'why', 103],
  ];
  for (const [kind, code, message, nonbid] of cases) {
    t.strictSame(read(kind, 0, ''), { problem: { code, message }, nonbid }, kind);
  }
});
