/** Pods in the hops: which auctions need mappings, what the seed decides, and what the third hop writes (implementations A, B; decisions, 'Replay'). */
import t from 'tap';
import { textAt } from '../../src/auction/byte-range.ts';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import type { Prepared } from '../../src/auction/messages.ts';
import type { CacheOutcome, SettleResult } from '../../src/auction/settle-messages.ts';
import type { Plugin } from '../../src/plugins/contract.ts';
import { sharedText } from '../../src/stored/refreshed-text.ts';
import { bidding, createTestHops, prepareMessage, served } from '../support/hops.ts';

const hops = createTestHops({
  bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } },
  cache: { publicUrl: 'https://cache.example/c' },
});

function prepare(targeting: object, { seed = '5'.repeat(32), cache = {} } = {}): Prepared {
  const imp = ['i1', 'i2'].map((id) => ({
    id,
    video: { mimes: ['video/mp4'], protocols: [2] },
    ext: { svc: { bidder: { bidderA: {} } } },
  }));
  const svc = { targeting: { includewinners: true, ...targeting }, cache };
  return served(
    hops.prepare(prepareMessage({ id: 'r1', imp, site: { page: 'https://x.example/' }, ext: { svc } }, { seed })),
  );
}

const bids = ['1', '2'].map((at) => ({
  id: `b${at}`,
  impid: `i${at}`,
  price: 3,
  crid: 'c',
  dur: 30,
  cat: ['IAB1'],
  adm: '<VAST/>',
}));
const mappings = sharedText('[["dfp_p",[["IAB1","7"]]]]');

function settle(prepared: Prepared, cached: CacheOutcome | null = null): SettleResult {
  const terms = { rates: null, categories: mappings, cacheSeed: 'ab'.repeat(16), cached };
  return hops.settle(settleMessage(prepared, [bidding(bids)], terms));
}

const textOf = (result: SettleResult): string => textAt(result.bytes, result.answer);
const translated = { includebrandcategory: { primaryadserver: 2, publisher: 'p', withcategory: true } };

t.test('only auctions that translate categories need mappings', async (t) => {
  t.equal(prepare(translated).mapsCategories, true);
  for (const targeting of [
    {},
    { includebrandcategory: {} },
    { includebrandcategory: { withcategory: true, translatecategories: false } },
  ]) {
    t.notOk('mapsCategories' in prepare(targeting), JSON.stringify(targeting));
  }
});

t.test('of equal bids the seed decides which stays: always the same for a seed, each for some seeds', async (t) => {
  const winners = Array.from({ length: 40 }, (_, at) => {
    const prepared = prepare(translated, { seed: `${at + 10}`.repeat(16) });
    const text = textOf(settle(prepared));
    t.equal(text, textOf(settle(prepared)));
    return /"id":"(b\d)"/.exec(text)?.[1];
  });
  t.strictSame([...new Set(winners)].sort(), ['b1', 'b2']);
});

t.test("a store's own ids are used", async (t) => {
  const prepared = prepare(translated, { cache: { vastxml: {} } });
  const [put] = settle(prepared).puts;
  t.match(put!.id, /^3\.00_7_30s_[\da-f-]{36}$/);
  const third = textOf(settle(prepared, { ids: ['their-own'], fault: '' }));
  t.match(third, '"hb_uuid":"their-own"');
  t.match(third, '"cacheId":"their-own"');
  const none = textOf(settle(prepared, { ids: [''], fault: 'down' }));
  t.notMatch(none, 'hb_uuid');
  t.match(none, '"hb_pb_cat_dur":"3.00_7_30s"');
});

t.test('two ads with the same hb_pb_cat_dur have different cache ids', async (t) => {
  const imp = ['t', 't7_'].map((prefix, at) => ({
    id: `i${at + 1}`,
    video: { mimes: ['video/mp4'], protocols: [2] },
    ext: { svc: { bidder: { bidderA: { dealTier: { prefix, minDealTier: 1 } } } } },
  }));
  const targeting = { includewinners: true, includebrandcategory: { withcategory: true, translatecategories: false } };
  const svc = { targeting, supportdeals: true, cache: { vastxml: {} } };
  const prepared = served(hops.prepare(prepareMessage({ id: 'r1', imp, site: { id: 's' }, ext: { svc } })));
  const said = [
    { cat: ['5_Y'], ext: { svc: { dealpriority: 7 } } },
    { cat: ['Y'], ext: { svc: { dealpriority: 5 } } },
  ];
  const terms = { rates: null, cacheSeed: 'ab'.repeat(16), cached: null };
  const call = bidding(bids.map((bid, at) => ({ ...bid, ...said[at] })));
  const settled = hops.settle(settleMessage(prepared, [call], terms));
  const keys = textOf(settled).match(/"hb_pb_cat_dur":"[^"]+"/g);
  t.strictSame(keys, ['"hb_pb_cat_dur":"t7_5_Y_30s"', '"hb_pb_cat_dur":"t7_5_Y_30s"']);
  const [first, second] = settled.puts.map(({ id }) => id);
  t.match(first, /^t7_5_Y_30s_[\da-f-]{36}$/);
  t.match(second, /^[\da-f-]{36}$/, 'an id of its own');
  t.match(textOf(settled), `"hb_uuid":"${second}"`);
});

t.test('where a plugin drops a bid only in the third hop, the ad of a pod keeps its cache id', async (t) => {
  let asked = 0;
  const plugin: Plugin = { bid: ({ id }) => (id === 'b1' && asked++ > 0 ? false : undefined) };
  const settings = { bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } }, plugins: { p: { file: 'p.ts' } } };
  const plugged = createTestHops(settings, [], new Map([['p', plugin]]));
  const imp = [{ banner: { w: 1, h: 1 } }, { video: { mimes: ['video/mp4'], protocols: [2] } }].map((media, at) => ({
    id: `i${at + 1}`,
    ...media,
    ext: { svc: { bidder: { bidderA: {} } } },
  }));
  const targeting = { includewinners: true, includebrandcategory: { withcategory: false } };
  const svc = { targeting, cache: { bids: {}, vastxml: {} } };
  const prepared = served(plugged.prepare(prepareMessage({ id: 'r1', imp, site: { id: 's' }, ext: { svc } })));
  const run = (cached: CacheOutcome | null): SettleResult => {
    const terms = { rates: null, cacheSeed: 'ab'.repeat(16), cached };
    return plugged.settle(settleMessage(prepared, [bidding(bids)], terms));
  };
  const { puts } = run(null);
  const ids = puts.map(({ id, type }) => (type === 'xml' ? id : ''));
  const [key, podId] = ids.at(-1)!.split(/_(?=[\da-f-]{36}$)/);
  t.equal(key, '3.00_30s');
  const third = textOf(run({ ids, of: puts.flatMap(({ of }) => of ?? []), fault: 'down' }));
  t.notMatch(third, '"id":"b1"');
  t.match(third, `"hb_uuid":"${podId}"`);
});
