/** The imps and media types that a bidder gets (implementation A 1.7, step 13). */
import t from 'tap';
import { Registry } from '../../../src/adapter/registry.ts';
import { nonBidCode } from '../../../src/errors.ts';
import type { MediaType } from '../../../src/openrtb/media-types.ts';
import { pruneImps } from '../../../src/stages/prepare/prune-imps.ts';

const bidderOf = (capabilities: { site?: MediaType[]; app?: MediaType[] } | undefined, multiformatSupported = true) =>
  new Registry({ a: { enabled: true, endpoint: 'http://a.example/', capabilities, multiformatSupported } }, []).find(
    'a',
  )!;
const onSite = { platform: 'site', preferred: undefined } as const;
const onDooh = { platform: 'dooh', preferred: undefined } as const;
const banner = { w: 1, h: 1 };
const video = { mimes: ['video/mp4'] };
const offer = (...imps: object[]) => imps.map((imp) => ({ imp, own: {}, params: {} }));

t.test('a bidder without capabilities gets all imps', async (t) => {
  const imps = offer({ banner }, { video });
  t.equal(pruneImps(imps, bidderOf(undefined), onDooh).imps, imps);
});

t.test('unsupported media types are removed by an override, and an imp without any other is refused', async (t) => {
  const imps = offer({ banner }, { banner, video }, { video });
  const pruned = pruneImps(imps, bidderOf({ site: ['banner'] }), onSite);
  t.strictSame(pruned.refused, [{ at: 2, code: nonBidCode.mediaType }]);
  t.equal(pruned.imps[0], imps[0], 'an imp that fits is shared');
  t.equal(pruned.imps[1]?.imp, imps[1]?.imp, 'the imp itself is not changed');
  t.strictSame(pruned.imps[1]?.own, { video: undefined });
  t.strictSame(pruned.messages, ['a supports only banner on site']);
});

t.test('a bidder without multi-format support is refused imps of several media types', async (t) => {
  const imps = offer({ banner }, { banner, video }, { video });
  const pruned = pruneImps(imps, bidderOf(undefined, false), onSite);
  t.strictSame(pruned.refused, [{ at: 1, code: nonBidCode.mediaType }]);
  t.strictSame(pruned.messages, ['a takes only imps of one media type']);
  const stripped = pruneImps(imps, bidderOf({ site: ['banner'] }, false), onSite);
  t.strictSame(stripped.refused, [{ at: 2, code: nonBidCode.mediaType }], 'removed media types do not count');
  t.equal(pruneImps(offer({ banner }), bidderOf(undefined, false), onSite).messages.length, 0);
});

t.test('a bidder without multi-format support gets the preferred media type of an imp', async (t) => {
  const audio = { mimes: ['audio/mp4'] };
  const imps = offer({ banner, video, audio }, { banner }, { banner, audio }, { video });
  const toVideo = { platform: 'site', preferred: 'video' } as const;
  const pruned = pruneImps(imps, bidderOf(undefined, false), toVideo);
  t.strictSame(pruned.imps[0]?.own, { banner: undefined, audio: undefined });
  t.equal(pruned.imps[0]?.imp, imps[0]?.imp, 'the imp itself is not changed');
  t.equal(pruned.imps[1], imps[1], 'an imp of one type is kept');
  t.equal(pruned.imps[2], imps[3]);
  t.strictSame(pruned.refused, [{ at: 2, code: nonBidCode.mediaType }]);
  t.strictSame(pruned.messages, ['a takes only imps of one media type, and some have no video, the preferred one']);
  t.equal(pruned.reduced, 'a takes only imps of one media type: offered video, the preferred one');
});

t.test('a preference applies only to supported media types, and only without multi-format support', async (t) => {
  const toVideo = { platform: 'site', preferred: 'video' } as const;
  const imps = offer({ banner, video });
  const bannerOnly = pruneImps(imps, bidderOf({ site: ['banner'] }, false), toVideo);
  t.strictSame(bannerOnly.imps[0]?.own, { video: undefined });
  t.equal(bannerOnly.reduced, undefined);
  const others = pruneImps(
    offer({ banner, video, native: {} }),
    bidderOf({ site: ['banner', 'native'] }, false),
    toVideo,
  );
  t.strictSame(others.refused, [{ at: 0, code: nonBidCode.mediaType }]);
  t.equal(
    pruneImps(imps, bidderOf(undefined), toVideo).imps,
    imps,
    'a bidder with multi-format support gets all types',
  );
  const both = pruneImps(imps, bidderOf({ site: ['banner', 'video'] }), toVideo);
  t.equal(both.imps[0], imps[0]);
  t.equal(pruneImps(offer({ banner }), bidderOf(undefined, false), toVideo).reduced, undefined);
});

t.test('a bidder that does not support the platform is refused all imps', async (t) => {
  for (const capabilities of [{ app: ['banner' as const] }, { site: [] }]) {
    const pruned = pruneImps(offer({ banner }, { video }), bidderOf(capabilities), onSite);
    t.strictSame(pruned.imps, []);
    t.strictSame(
      pruned.refused.map(({ code }) => code),
      [nonBidCode.channel, nonBidCode.channel],
    );
  }
});
