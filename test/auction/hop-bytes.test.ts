/** The message of the second hop: the whole outcome of each call, and the calls themselves only if wanted (house, 'The journey'). */
import t from 'tap';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import { bytesAt } from '../../src/auction/byte-range.ts';
import type { Prepared } from '../../src/auction/messages.ts';
import { settledWithout, type SettledCall } from '../../src/auction/settled-call.ts';
import { wholeLists } from '../support/whole-lists.ts';

const terms = { rates: null, cacheSeed: 's', cached: null };

function prepared(keepCalls: boolean): Prepared {
  const bytes = new TextEncoder().encode('bodycontext').buffer;
  const call = { bidder: 'a', method: 'POST', uri: 'u', headers: ['h', 'v'], body: { start: 0, end: 4 } };
  const context = { start: 4, end: 11 };
  return { ok: true, bytes, context, calls: [call], keepCalls, caches: false, channel: 'web' };
}

const headers = ['x-one', 'a'];
const text = (one: string): Uint8Array => new TextEncoder().encode(one);
const reply: SettledCall = {
  ...settledWithout('reply', '', 7),
  status: 200,
  encoding: 'gzip',
  chunks: [text('re'), text('ply')],
  byteLength: 5,
  headers,
};

t.test('outcomes are passed whole, in one buffer with the context', async (t) => {
  const message = settleMessage(prepared(false), [reply, settledWithout('broken', 'why', 9)], terms);
  const { bytes, context, calls, outcomes } = message;
  t.strictSame(
    [context, ...outcomes.map(({ body }) => body)].map((range) =>
      Buffer.from(bytesAt(bytes, range as never)).toString(),
    ),
    ['context', 'reply', ''],
  );
  t.strictSame(
    outcomes.map(({ body: _, ...told }) => told),
    [
      { kind: 'reply', status: 200, elapsedMs: 7, encoding: 'gzip', reason: '', headers },
      { kind: 'broken', status: 0, elapsedMs: 9, encoding: '', reason: 'why' },
    ],
  );
  t.strictSame(calls, []);
});

t.test('wanted calls are passed with their bodies', async (t) => {
  const { bytes, calls } = settleMessage(prepared(true), [reply], terms);
  t.match(calls, wholeLists([{ bidder: 'a', uri: 'u', headers: ['h', 'v'] }]));
  t.equal(Buffer.from(bytesAt(bytes, calls[0]!.body)).toString(), 'body');
});
