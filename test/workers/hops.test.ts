/** The same messages give the same bytes, on any thread (house: 'captured traffic replays exactly'). */
import t from 'tap';
import { poolHops } from '../../src/auction/pool.ts';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import type { Prepared } from '../../src/auction/messages.ts';
import type { SettledCall } from '../../src/auction/settled-call.ts';
import { createHops } from '../../workers/hops.ts';
import { releasing } from '../../workers/release.ts';
import { closedWith } from '../support/closed-with.ts';
import { testConfig } from '../support/config.ts';
import { callTexts, plainTerms, prepareMessage, replying, served } from '../support/hops.ts';

const config = testConfig({
  bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' }, bidderB: { endpoint: 'http://127.0.0.1:1/b' } },
});
const setup = { config, server: 'gavel/test', bidderFiles: [], pluginFiles: new Map() };
const inline = createHops(setup);

const params = { svc: { bidder: { bidderA: { id: 1 }, bidderB: { id: 2 } } } };
const request = {
  id: 'r1',
  test: 1,
  imp: [
    { id: 'i1', banner: { w: 300, h: 250 }, ext: params },
    { id: 'i2', video: { mimes: ['video/mp4'] }, ext: params },
  ],
  site: { page: 'https://news.example/', publisher: { id: 'p1' } },
  user: { ext: { svc: { buyeruids: { bidderB: 'user-b' } } } },
  tmax: 700,
  ext: { svc: { targeting: { includewinners: true, includebidderkeys: true }, returnallbidstatus: true } },
};

function replies(prepared: Prepared): SettledCall[] {
  return prepared.calls.map(({ bidder }, at) => {
    const bid = { id: `b-${bidder}`, impid: 'i1', price: 1.23 + at, crid: 'c', ext: { own: [bidder] } };
    const reply = replying({ seatbid: [{ bid: [bid] }] });
    const chunks = reply.chunks.flatMap((chunk) => [chunk.slice(0, 10), chunk.slice(10)]);
    return { ...reply, elapsedMs: 12 + at, chunks };
  });
}

function text(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString();
}

t.test('both hops give the same bytes for the same message', async (t) => {
  const first = served(inline.prepare(prepareMessage(request)));
  const second = served(inline.prepare(prepareMessage(request)));
  t.ok(first.ok, 'the request is served');
  t.equal(text(first.bytes), text(second.bytes), 'prepare');
  t.strictSame(first.calls, second.calls, 'calls');
  const answer = text(inline.settle(settleMessage(first, replies(first), plainTerms)).bytes);
  t.equal(answer, text(inline.settle(settleMessage(second, replies(second), plainTerms)).bytes), 'settle');
  t.match(answer, /"hb_pb":"2\.20"/, 'the answer is an auction');
});

t.test('a pool gives the same bytes as the main thread', async (t) => {
  const filename = new URL('../../workers/index.ts', import.meta.url).href;
  const pool = closedWith(t, poolHops({ filename, threads: 1, queueLimit: 10, setup, env: process.env }));
  const here = served(inline.prepare(prepareMessage(request)));
  const there = served(await pool.prepare(prepareMessage(request)));
  t.equal(text(there.bytes), text(here.bytes));
  const settledThere = await pool.settle(settleMessage(there, replies(there), plainTerms));
  t.equal(text(settledThere.bytes), text(inline.settle(settleMessage(here, replies(here), plainTerms)).bytes));
});

t.test('params in imp.ext of a known bidder that is not configured go to no other bidder', async (t) => {
  const filename = new URL('../../workers/index.ts', import.meta.url).href;
  const knowing = { ...setup, knownCodes: ['elsewhere', 'bidderA'] };
  const pool = closedWith(t, poolHops({ filename, threads: 1, queueLimit: 10, setup: knowing, env: process.env }));
  const imp = [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { ...params, Elsewhere: { siteId: 7 }, gpid: '/1/top' } }];
  const prepared = await pool.prepare(prepareMessage({ ...request, imp }));
  const [body = ''] = callTexts(prepared).get('bidderA')!;
  t.match(body, /"gpid"/);
  t.notMatch(body, /siteId/);
  const answer = text((await pool.settle(settleMessage(served(prepared), [], plainTerms))).bytes);
  t.match(answer, /"Elsewhere":\[\{"code":2,"message":"imp\[0\]\.ext names .{30,50} disabled here/);
});

function fail(): never {
  throw new Error('a bug');
}

t.test('a hop frees the memory of its input, even if it throws', async (t) => {
  const failing = releasing({ prepare: fail, settle: fail });
  const first = prepareMessage(request);
  t.throws(() => failing.prepare(first), /a bug/);
  t.equal(first.body.buffer.byteLength, 0);
  const second = settleMessage(served(inline.prepare(prepareMessage(request))), [], plainTerms);
  t.throws(() => failing.settle(second), /a bug/);
  t.equal(second.bytes.byteLength, 0);
});

t.test('another seed changes the generated ids and nothing else', async (t) => {
  const one = served(inline.prepare(prepareMessage(request)));
  const other = served(inline.prepare({ ...prepareMessage(request), seed: 'f'.repeat(32) }));
  const masked = (bytes: ArrayBuffer) => text(bytes).replaceAll(/"(tid|seed)":"[^"]*"/g, '"$1":"?"');
  t.not(text(one.bytes), text(other.bytes));
  t.equal(masked(one.bytes), masked(other.bytes));
});
