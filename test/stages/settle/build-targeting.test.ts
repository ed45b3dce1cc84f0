/** The ad-server keys of one bid (spec 4.1.3; decisions, 'Key forms', 'Truncation'). */
import t from 'tap';
import { readTargeting, type TargetingDefaults, type TargetingSettings } from '../../../src/money/targeting.ts';
import type { Targeting } from '../../../src/openrtb/svc.ts';
import { buildTargeting, type TargetedBid } from '../../../src/stages/settle/build-targeting.ts';

function settings(targeting: Targeting, more: Partial<TargetingDefaults> = {}): TargetingSettings {
  const defaults = {
    prefix: 'hb',
    truncateKeyLength: 20,
    includeWinners: false,
    includeBidderKeys: false,
    seed: '00',
    env: '' as const,
  };
  return readTargeting(targeting, { ...defaults, ...more }).settings;
}

const both = { includewinners: true, includebidderkeys: true };
const bid: TargetedBid = { type: 'banner', price: 1.23, w: 300, h: 250 };
const rich: TargetedBid = {
  ...bid,
  type: 'video',
  dealid: 'deal-1',
  cache: { cacheId: 'id-1', uuid: 'uuid-1', host: 'cache.example', path: '/cache' },
};

function keys(one: TargetedBid, place: { code: string; winner: boolean }, with_: TargetingSettings): unknown {
  return buildTargeting(one, place, with_);
}

t.test('a winner has plain keys and keys with the bidder code', async (t) => {
  t.strictSame(keys(bid, { code: 'bidderA', winner: true }, settings(both)), {
    hb_pb: '1.20',
    hb_bidder: 'bidderA',
    hb_size: '300x250',
    hb_pb_bidderA: '1.20',
    hb_bidder_bidderA: 'bidderA',
    hb_size_bidderA: '300x250',
  });
});

t.test('winners have plain keys and all bids coded keys, as the settings say', async (t) => {
  const plain = { hb_pb: '1.20', hb_bidder: 'x', hb_size: '300x250' };
  const coded = { hb_pb_x: '1.20', hb_bidder_x: 'x', hb_size_x: '300x250' };
  const won = { code: 'x', winner: true };
  const lost = { code: 'x', winner: false };
  t.strictSame(keys(bid, won, settings({ includewinners: true })), plain);
  t.strictSame(keys(bid, lost, settings({ includewinners: true })), undefined);
  t.strictSame(keys(bid, won, settings({ includebidderkeys: true })), coded);
  t.strictSame(keys(bid, lost, settings({ includebidderkeys: true })), coded);
  t.strictSame(keys(bid, lost, settings(both)), coded);
  t.strictSame(keys(bid, won, settings({ includeformat: true })), undefined, 'no keys if both flags are false');
  t.strictSame(keys(bid, { code: '', winner: false }, settings(both)), undefined, 'no keys without a code');
});

t.test('every key has both forms in a fixed order, and only coded keys are cut', async (t) => {
  const targeting = buildTargeting(
    rich,
    { code: 'longbidder', winner: true },
    settings({ ...both, includeformat: true }, { env: 'mobile-app' }),
  );
  t.strictSame(Object.entries(targeting ?? {}), [
    ['hb_pb', '1.20'],
    ['hb_bidder', 'longbidder'],
    ['hb_size', '300x250'],
    ['hb_format', 'video'],
    ['hb_deal', 'deal-1'],
    ['hb_env', 'mobile-app'],
    ['hb_cache_id', 'id-1'],
    ['hb_uuid', 'uuid-1'],
    ['hb_cache_host', 'cache.example'],
    ['hb_cache_path', '/cache'],
    ['hb_pb_longbidder', '1.20'],
    ['hb_bidder_longbidder', 'longbidder'],
    ['hb_size_longbidder', '300x250'],
    ['hb_format_longbidder', 'video'],
    ['hb_deal_longbidder', 'deal-1'],
    ['hb_env_longbidder', 'mobile-app'],
    ['hb_cache_id_longbidd', 'id-1'],
    ['hb_uuid_longbidder', 'uuid-1'],
    ['hb_cache_host_longbi', 'cache.example'],
    ['hb_cache_path_longbi', '/cache'],
  ]);
});

t.test("keys are cut to the host's length", async (t) => {
  const place = { code: 'a-very-long-bidder-code', winner: true };
  const uncut = buildTargeting(bid, place, settings(both, { truncateKeyLength: 0 }));
  t.equal(uncut?.['hb_bidder_a-very-long-bidder-code'], 'a-very-long-bidder-code');
  const short = buildTargeting(bid, place, settings(both, { truncateKeyLength: 13 }));
  t.strictSame(Object.keys(short ?? {}), [
    'hb_pb',
    'hb_bidder',
    'hb_size',
    'hb_pb_a-very-',
    'hb_bidder_a-v',
    'hb_size_a-ver',
  ]);
});

t.test('a missing value has no key', async (t) => {
  const won = { code: 'x', winner: true };
  const only = settings({ includewinners: true, includeformat: true });
  t.strictSame(keys({ type: 'audio', price: 0, dealid: '' }, won, only), {
    hb_pb: '0.00',
    hb_bidder: 'x',
    hb_format: 'audio',
  });
  for (const size of [{ w: 0 }, { h: 0 }, { w: undefined }, { h: undefined }])
    t.notMatch(buildTargeting({ ...bid, ...size }, won, only), { hb_size: String }, JSON.stringify(size));
  const cached = (cache: { cacheId?: string; uuid?: string }): string[] =>
    Object.keys(buildTargeting({ ...bid, cache: { ...cache, host: 'h', path: '/p' } }, won, only) ?? {}).slice(4);
  t.strictSame(cached({ cacheId: 'i' }), ['hb_cache_id', 'hb_cache_host', 'hb_cache_path']);
  t.strictSame(cached({ uuid: 'u' }), ['hb_uuid', 'hb_cache_host', 'hb_cache_path']);
});

t.test('alwaysincludedeals gives deals coded keys', async (t) => {
  const only = settings({ includewinners: true, alwaysincludedeals: true });
  const lost = { code: 'x', winner: false };
  t.strictSame(keys({ ...bid, dealid: 'd' }, lost, only), {
    hb_pb_x: '1.20',
    hb_bidder_x: 'x',
    hb_size_x: '300x250',
    hb_deal_x: 'd',
  });
  t.strictSame(keys(bid, lost, only), undefined);
  t.strictSame(keys({ ...bid, dealid: 'd' }, lost, settings({ alwaysincludedeals: true })), undefined);
});

t.test('a further bid of multibid has keys with its own code', async (t) => {
  const targeting = keys(bid, { code: 'PFX2', winner: false }, settings(both));
  t.strictSame(targeting, { hb_pb_PFX2: '1.20', hb_bidder_PFX2: 'PFX2', hb_size_PFX2: '300x250' });
});

t.test('keys have the prefix and environment, and prices the granularity of the media type', async (t) => {
  const some = settings(
    {
      includewinners: true,
      prefix: 'xy',
      pricegranularity: 'high',
      mediatypepricegranularity: { native: 'low', video: 'auto' },
    },
    { env: 'amp' },
  );
  const of = (type: TargetedBid['type']): unknown => keys({ type, price: 4.99 }, { code: 'x', winner: true }, some);
  const prices = { banner: '4.99', audio: '4.99', video: '4.95', native: '4.50' } as const;
  for (const type of ['banner', 'audio', 'video', 'native'] as const) {
    t.strictSame(of(type), {
      xy_pb: prices[type],
      xy_bidder: 'x',
      xy_env: 'amp',
      xy_pb_x: prices[type],
      xy_bidder_x: 'x',
      xy_env_x: 'amp',
    });
  }
});

t.test('a code named __proto__ is an ordinary code', async (t) => {
  const targeting = buildTargeting(bid, { code: '__proto__', winner: false }, settings(both));
  t.equal(targeting?.['hb_pb___proto__'], '1.20');
});

t.test('cached keys do not change the keys of other bids', async (t) => {
  const forms = [{}, { prefix: 'other' }, { truncateKeyLength: 12 }, { prefix: 'pub', truncateKeyLength: 0 }];
  const codes = ['x', 'y'.repeat(64), 'y'.repeat(65), ...Array.from({ length: 2500 }, (_, at) => `alias${at}`), 'x'];
  const wrong: string[] = [];
  for (const form of [...forms, ...forms]) {
    const own = settings({ includebidderkeys: true }, form);
    for (const code of codes) {
      const made = Object.keys(buildTargeting(bid, { code, winner: false }, own) ?? {});
      const keys = ['pb', 'bidder', 'size'].map((name) => `${own.prefix}_${name}_${code}`);
      const cut = own.truncateKeyLength === 0 ? keys : keys.map((key) => key.slice(0, own.truncateKeyLength));
      if (made.join() !== [...new Set(cut)].join()) wrong.push(`${own.prefix} ${own.truncateKeyLength} ${code}`);
    }
  }
  t.strictSame(wrong, []);
});
