/** Which bids are cached, in which form and for how long (spec 4.1.4; decisions, 'Caching'). */
import t from 'tap';
import type { ContextCache } from '../../../src/auction/context-terms.ts';
import { planCache, type CacheableBid } from '../../../src/stages/settle/plan-cache.ts';

const kind = { ttlSeconds: 0, returnCreative: true };
const cache: ContextCache = {
  bids: kind,
  vastxml: kind,
  allBids: false,
  bannerTtlSeconds: 300,
  videoTtlSeconds: 1500,
};
const banner: CacheableBid = { type: 'banner', winner: true, exp: undefined, impExp: 0, hasVast: false };
const video: CacheableBid = { ...banner, type: 'video', hasVast: true };

t.test('the lifetime is the first of five sources that has one, and rule a adds 60 seconds', async (t) => {
  const asked = { ...cache, bids: { ...kind, ttlSeconds: 40 }, vastxml: { ...kind, ttlSeconds: 45 } };
  for (const [bid, terms, seconds] of [
    [{ ...video, exp: 10, impExp: 20 }, asked, 10],
    [{ ...video, impExp: 20 }, asked, 20],
    [video, cache, 1500],
    [banner, cache, 300],
    [{ ...banner, type: 'native' }, cache, 300],
    [{ ...banner, type: 'audio' }, cache, 1500],
    [{ ...banner, exp: 0, impExp: 20 }, cache, 20],
    [{ ...banner, exp: -5 }, cache, 300],
    [{ ...banner, exp: '99' }, cache, 300],
    [{ ...banner, exp: NaN }, cache, 300],
    [{ ...banner, exp: 10.2 }, cache, 11],
    [{ ...banner, exp: 1e300 }, cache, 86_400],
    [{ ...banner, exp: null, impExp: 1e9 }, cache, 86_400],
    [banner, { ...cache, bannerTtlSeconds: 500_000 }, 500_000],
  ] as const) {
    t.equal(planCache(bid, terms, 'b').jsonTtlSeconds, seconds, JSON.stringify(bid));
    t.equal(planCache(bid, terms, 'a').jsonTtlSeconds, seconds + 60);
  }
  t.equal(planCache(video, asked, 'b').jsonTtlSeconds, 40);
  t.equal(planCache(video, asked, 'b').xmlTtlSeconds, 45);
});

t.test('with a default lifetime of 0 only bids with their own are cached', async (t) => {
  const none = { ...cache, bannerTtlSeconds: 0 };
  t.equal(planCache(banner, none, 'b').jsonTtlSeconds, 0);
  t.equal(planCache(banner, none, 'a').jsonTtlSeconds, 0);
  t.equal(planCache({ ...banner, exp: 5 }, none, 'a').jsonTtlSeconds, 65);
  t.equal(planCache(video, none, 'b').jsonTtlSeconds, 1500);
});

t.test('winners or all bids are cached, and VAST only for video bids', async (t) => {
  const loser = { ...video, winner: false };
  t.match(planCache(loser, cache, 'b'), { jsonTtlSeconds: 0, xmlTtlSeconds: 0 });
  t.match(planCache(loser, { ...cache, allBids: true }, 'b'), { jsonTtlSeconds: 1500, xmlTtlSeconds: 1500 });
  t.match(planCache({ ...banner, hasVast: true }, cache, 'b'), { jsonTtlSeconds: 300, xmlTtlSeconds: 0 });
  t.match(planCache({ ...video, hasVast: false }, cache, 'b'), { jsonTtlSeconds: 1500, xmlTtlSeconds: 0 });
  t.match(planCache(video, { ...cache, bids: null }, 'b'), { jsonTtlSeconds: 0, xmlTtlSeconds: 1500 });
  t.match(planCache(video, { ...cache, vastxml: null }, 'b'), { jsonTtlSeconds: 1500, xmlTtlSeconds: 0 });
});

t.test('adm is kept in the answer if one form of the cached bid asks for it', async (t) => {
  const without = { ...kind, returnCreative: false };
  t.equal(planCache(video, cache, 'b').keepsAdm, true);
  t.equal(planCache(video, { ...cache, bids: without }, 'b').keepsAdm, true);
  t.equal(planCache(video, { ...cache, bids: without, vastxml: without }, 'b').keepsAdm, false);
  const silent = { ...kind, returnCreative: null };
  t.equal(
    planCache(video, { ...cache, bids: silent, vastxml: silent }, 'b').keepsAdm,
    true,
    'the default is to keep it',
  );
  t.equal(
    planCache(video, { ...cache, bids: without, vastxml: silent }, 'b').keepsAdm,
    false,
    'one setting applies to both',
  );
  t.equal(planCache(video, { ...cache, bids: silent, vastxml: without }, 'b').keepsAdm, false, 'either setting');
  t.equal(
    planCache(banner, { ...cache, bids: silent, vastxml: without }, 'b').keepsAdm,
    true,
    'vastxml does not apply to banners',
  );
  t.equal(planCache(banner, { ...cache, bids: without }, 'b').keepsAdm, false, 'a banner has one form only');
});
