/** Caching in the hops, without a store: what is planned, what bidders are told, what the third hop leaves out (spec 4.1.4). */
import t from 'tap';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import { textAt } from '../../src/auction/byte-range.ts';
import type { Prepared } from '../../src/auction/messages.ts';
import type { CacheOutcome, SettleResult } from '../../src/auction/settle-messages.ts';
import type { Plugin } from '../../src/plugins/contract.ts';
import { bidding, createTestHops, prepareMessage, served } from '../support/hops.ts';
import { wholeLists } from '../support/whole-lists.ts';

const settings = {
  bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } },
  cache: { expectedMs: 15, publicUrl: 'https://cache.example/c' },
};
const hops = createTestHops(settings);

function prepare(svc: object, account: object = {}, impSvc: object = {}): Prepared {
  const ext = { svc: { bidder: { bidderA: {} }, ...impSvc } };
  const request = {
    id: 'r1',
    imp: [
      { id: 'i1', exp: 77, banner: { w: 300, h: 250 }, ext },
      { id: 'i2', video: { mimes: ['video/mp4'], protocols: [2] }, ext },
    ],
    site: { page: 'https://news.example/', publisher: { id: 'p1' } },
    ext: { svc },
  };
  return served(hops.prepare(prepareMessage(request, { account: JSON.stringify(account) })));
}

const bids = [
  { id: 'b1', impid: 'i1', price: 2, crid: 'c', adm: '<b>ü</b>' },
  { id: 'b2', impid: 'i2', price: 3, crid: 'c', adm: '<VAST/>', exp: 5 },
];

function settle(prepared: Prepared, cached: CacheOutcome | null, reply: readonly object[] = bids): SettleResult {
  return hops.settle(settleMessage(prepared, [bidding(reply)], { rates: null, cacheSeed: 'ab'.repeat(16), cached }));
}

interface Answer {
  readonly seatbid: {
    readonly bid: { readonly adm?: string; readonly ext: { readonly svc: { readonly [key: string]: unknown } } }[];
  }[];
  readonly ext: { readonly errors?: { readonly [name: string]: unknown } };
}

function answerOf(result: SettleResult): Answer {
  return JSON.parse(textAt(result.bytes, result.answer)) as Answer;
}

function ownIds(result: SettleResult): unknown[] {
  return answerOf(result).seatbid[0]!.bid.map(({ ext }) => ext.svc['bidid']);
}

const both = { targeting: { includewinners: true }, cache: { bids: {}, vastxml: {} } };

function tmaxOfCall(prepared: Prepared): unknown {
  return (JSON.parse(textAt(prepared.bytes, prepared.calls[0]!.body)) as { tmax: number }).tmax;
}

t.test('bidders get less time only when the auction caches', async (t) => {
  for (const [svc, caches] of [
    [both, true],
    [{ ...both, targeting: { includebidderkeys: true } }, true],
    [{ ...both, targeting: {} }, false],
    [{ ...both, cache: {} }, false],
    [{ cache: both.cache }, false],
    [{ targeting: both.targeting }, false],
  ] as const) {
    const prepared = prepare(svc);
    t.equal(prepared.caches, caches, JSON.stringify(svc));
    t.equal(tmaxOfCall(prepared), caches ? 635 : 650);
  }
  t.equal(
    prepare({ ...both, targeting: {} }, { targeting: { includeWinners: true } }).caches,
    true,
    'targeting from the account',
  );
});

t.test("the exp of a bidder's own imp sets how long its bid is kept", async (t) => {
  const { puts } = settle(prepare(both, {}, { imp: { bidderA: { exp: 44 } } }), null);
  t.strictSame(
    puts.map(({ ttlSeconds }) => ttlSeconds),
    [44, 5, 5],
  );
});

t.test('plans the puts: the bid as JSON without targeting, the VAST unchanged, each with its lifetime', async (t) => {
  const result = settle(prepare(both), null);
  t.match(
    result.puts.map(({ type, ttlSeconds }) => [type, ttlSeconds]),
    wholeLists([
      ['json', 77],
      ['json', 5],
      ['xml', 5],
    ]),
  );
  t.equal(new Set(result.puts.map(({ id }) => id)).size, 3);
  const json = JSON.parse(textAt(result.bytes, result.puts[0]!.value)) as object;
  t.strictSame(json, {
    ...bids[0],
    ext: { svc: { type: 'banner', meta: { adaptercode: 'bidderA' } }, origbidcpm: 2, origbidcur: 'USD' },
  });
  t.equal(textAt(result.bytes, result.puts[2]!.value), '<VAST/>');
  const svc = answerOf(result).seatbid[0]!.bid[1]!.ext.svc;
  t.match(
    svc,
    wholeLists({
      cache: {
        bids: { url: `https://cache.example/c?uuid=${result.puts[1]!.id}`, cacheId: result.puts[1]!.id },
        vastXml: { url: `https://cache.example/c?uuid=${result.puts[2]!.id}`, cacheId: result.puts[2]!.id },
      },
      targeting: {
        hb_cache_id: result.puts[1]!.id,
        hb_uuid: result.puts[2]!.id,
        hb_cache_host: 'cache.example',
        hb_cache_path: '/c',
      },
    }),
  );
});

t.test('cache ids come from a seed and are sent to no bidder', async (t) => {
  const prepared = prepare(both);
  const first = settle(prepared, null);
  t.strictSame(settle(prepared, null).puts, first.puts, 'the same message, the same ids');
  const seen = Buffer.from(prepared.bytes, 0, prepared.calls.at(-1)!.body.end).toString();
  t.equal(first.puts.length, 3);
  for (const { id } of first.puts) t.notOk(seen.includes(id));
});

t.test('the third hop uses the ids that the store returned', async (t) => {
  const prepared = prepare(both);
  const minted = settle(prepared, { ids: ['x1', 'x2', 'x3'], fault: '' });
  t.strictSame(minted.puts, []);
  t.match(
    answerOf(minted),
    wholeLists({
      seatbid: [
        {
          bid: [
            { ext: { svc: { targeting: { hb_cache_id: 'x1' }, cache: { bids: { cacheId: 'x1' } } } } },
            {
              ext: { svc: { targeting: { hb_cache_id: 'x2', hb_uuid: 'x3' }, cache: { vastXml: { cacheId: 'x3' } } } },
            },
          ],
        },
      ],
    }),
  );
  t.equal(answerOf(minted).ext.errors, undefined);

  const partly = settle(prepared, { ids: ['x1', '', 'x3'], fault: 'the bid cache did not store every value' });
  const [banner, video] = answerOf(partly).seatbid[0]!.bid;
  t.match(banner!.ext.svc, { cache: { bids: { cacheId: 'x1' } } });
  t.match(video!.ext.svc, { cache: { bids: { cacheId: 'x3' }, vastXml: { cacheId: 'x3' } } });
  t.notMatch(JSON.stringify(video), 'hb_cache_id');
  t.match(answerOf(partly).ext.errors, wholeLists({ cache: [{ code: 999, message: /did not store every value/ }] }));
});

t.test('when nothing is stored the answer has every adm, and of the cache only the error', async (t) => {
  const without = { bids: { returnCreative: false }, vastxml: { returnCreative: false } };
  const prepared = prepare({ ...both, cache: without });
  t.notMatch(JSON.stringify(answerOf(settle(prepared, null)).seatbid), '"adm"', 'stored: without adm');
  for (const ids of [[], ['', '', '']]) {
    const result = settle(prepared, { ids, fault: 'the bid cache cannot be reached' });
    t.strictSame(result.puts, []);
    const answer = answerOf(result);
    t.strictSame(
      answer.seatbid[0]!.bid.map(({ adm }) => adm),
      ['<b>ü</b>', '<VAST/>'],
    );
    t.notMatch(JSON.stringify(answer.seatbid), /cache|uuid/i);
    t.match(answer.ext.errors, wholeLists({ cache: [{ code: 999, message: /cannot be reached/ }] }));
  }
});

t.test('without bids to cache a failing store is no error', async (t) => {
  const result = settle(prepare(both), { ids: [], fault: 'the bid cache cannot be reached' }, []);
  t.equal(answerOf(result).ext.errors, undefined);
});

t.test('a bid over the size limit is not cached and reported; the others are cached', async (t) => {
  const large = { ...bids[0], adm: 'x'.repeat(262_144) };
  const result = settle(prepare(both), null, [large, bids[1]!]);
  t.strictSame(
    result.puts.map(({ type }) => type),
    ['json', 'xml'],
  );
  const [first, second] = answerOf(result).seatbid[0]!.bid;
  t.equal(first!.ext.svc['cache'], undefined);
  t.match(second!.ext.svc, wholeLists({ cache: { bids: { cacheId: result.puts[0]!.id } } }));
  const text = 'bid "b1" of bidderA is over 262144 bytes as JSON, too large for the bid cache: its keys are left out';
  t.match(answerOf(result).ext.errors, wholeLists({ cache: [{ code: 999, message: text }] }));
});

t.test('of a video bid over the size limit, the error says which of its forms is not cached', async (t) => {
  for (const [length, forms] of [
    [262_100, ['JSON']],
    [262_144, ['JSON', 'VAST']],
  ] as const) {
    const video = { ...bids[1], adm: `<VAST>${'x'.repeat(length)}</VAST>` };
    const { errors } = answerOf(settle(prepare(both), null, [bids[0]!, video])).ext;
    const texts = forms.map((form) => ({
      message: new RegExp(`^bid "b2" of bidderA is over 262144 bytes as ${form},`),
    }));
    t.match(errors, wholeLists({ cache: texts }));
  }
});

t.test('where a plugin drops a bid only in the third hop, the others keep their generated ids', async (t) => {
  let asked = 0;
  const plugin: Plugin = { bid: ({ id }) => (id === 'b1' && asked++ > 0 ? false : undefined) };
  const plugged = createTestHops(
    { ...settings, auction: { generateBidId: true }, plugins: { p: { file: 'p.ts' } } },
    [],
    new Map([['p', plugin]]),
  );
  const offered = { video: { mimes: ['video/mp4'] }, ext: { svc: { bidder: { bidderA: {} } } } };
  const imp = ['i1', 'i2'].map((id) => ({ id, ...offered }));
  const request = { id: 'r1', imp, site: { id: 's' }, ext: { svc: both } };
  const prepared = served(plugged.prepare(prepareMessage(request)));
  const run = (cached: CacheOutcome | null): SettleResult =>
    plugged.settle(settleMessage(prepared, [bidding(bids)], { rates: null, cacheSeed: 'ab'.repeat(16), cached }));
  const first = ownIds(run(null));
  t.equal(new Set(first).size, 2);
  t.strictSame(ownIds(run({ ids: [], fault: 'down' })), first.slice(1));
});

t.test('where a plugin runs, what became of the puts is gone through once, not for each bid', async (t) => {
  const plugins = new Map<string, Plugin>([['p', {}]]);
  const plugged = createTestHops({ ...settings, plugins: { p: { file: 'p.ts' } } }, [], plugins);
  const imp = { id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { bidderA: {} } } } };
  const svc = { targeting: { includewinners: true, includebidderkeys: true }, cache: { bids: {} } };
  const prepared = served(plugged.prepare(prepareMessage({ id: 'r1', imp: [imp], site: { id: 's' }, ext: { svc } })));
  const many = Array.from({ length: 300 }, (_, at) => ({ ...bids[0], id: `b${at}` }));
  const of = Array.from(many, (_, at) => 2 * (at + 1));
  let reads = 0;
  const counted = new Proxy(of, { get: (target, key) => (reads++, Reflect.get(target, key)) });
  const cached = { ids: of.map((one) => `id${one}`), of: counted, fault: '' };
  const terms = { rates: null, cacheSeed: 'ab'.repeat(16), cached };
  const { seatbid } = answerOf(plugged.settle(settleMessage(prepared, [bidding(many)], terms)));
  t.match(seatbid[0]!.bid[0]!.ext.svc, { targeting: { hb_cache_id: 'id2' } });
  t.ok(reads < 10 * many.length, `${reads} reads`);
});
