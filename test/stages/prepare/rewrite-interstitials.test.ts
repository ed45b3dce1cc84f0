/** The sizes of an interstitial (spec 4.1.9; decisions, 'Interstitial'). */
import t from 'tap';
import { interstitialSizes } from '../../../src/openrtb/interstitial-sizes.ts';
import { rewriteInterstitials } from '../../../src/stages/prepare/rewrite-interstitials.ts';

const device = (w: number, h: number, minwidthperc?: number, minheightperc?: number) => ({
  w,
  h,
  ext: { svc: { interstitial: { minwidthperc, minheightperc } as { minwidthperc?: number; minheightperc?: number } } },
});
const interstitial = (banner: object) => ({ id: 'i', instl: 1, banner });

t.test('the list of sizes is that of the specification', async (t) => {
  t.equal(interstitialSizes.length, 250);
  t.ok(interstitialSizes.every(({ w, h }) => Number.isInteger(w) && w > 0 && Number.isInteger(h) && h > 0));
  t.strictSame(interstitialSizes.slice(0, 3), [
    { w: 300, h: 250 },
    { w: 728, h: 90 },
    { w: 160, h: 600 },
  ]);
  t.strictSame(interstitialSizes.at(-1), { w: 120, h: 20 });
});

t.test('the sizes are the first ten within the bounds', async (t) => {
  for (const [w, h, minw, minh] of [
    [320, 480, 60, 50],
    [1024, 768, 33.3, 66.7],
    [300, 250, 100, 100],
    [728, 90, 0, 0],
    [5000, 5000, 40, 20],
  ] as const) {
    const expected = interstitialSizes
      .filter((size) => size.w <= w && size.h <= h && size.w >= (w * minw) / 100 && size.h >= (h * minh) / 100)
      .slice(0, 10);
    const { imps } = rewriteInterstitials([interstitial({ format: [{ w, h }] })], device(1, 1, minw, minh), 'svc');
    t.strictSame(imps[0]!.banner!.format, expected, `${w}x${h} from ${minw} and ${minh} %`);
  }
});

t.test('a bound with a fractional percentage is inclusive', async (t) => {
  // 64.4 % of 250 is 161, the width of a common size; as numbers, 250 × 64.4 is 16100.000000000002.
  const given = interstitial({ format: [{ w: 250, h: 700 }] });
  const { imps } = rewriteInterstitials([given], device(1, 1, 64.4, 85), 'svc');
  t.ok(imps[0]!.banner!.format!.some(({ w }) => w === 161));
});

t.test('without a size in the first format the size of the device is used', async (t) => {
  const none = [
    [{ w: 1, h: 1 }],
    [{ w: 0, h: 250 }],
    [{ w: 300, h: 0 }],
    [{ wratio: 1, hratio: 2, wmin: 3 }],
    [],
    undefined,
  ];
  for (const format of none) {
    const { imps } = rewriteInterstitials([interstitial({ format })], device(300, 250, 100, 100), 'svc');
    t.strictSame(imps[0]!.banner!.format, [{ w: 300, h: 250 }]);
  }
});

t.test('imps without changes are not copied', async (t) => {
  const imps = [interstitial({ format: [{ w: 300, h: 250 }] }), { id: 'j', banner: { w: 1, h: 1 } }];
  t.equal(rewriteInterstitials(imps, undefined, 'svc').imps, imps);
  t.equal(rewriteInterstitials(imps, { ext: { other: device(1, 1).ext.svc } }, 'svc').imps, imps);
  t.equal(rewriteInterstitials([imps[1]!], device(300, 250), 'svc').imps.length, 1);
  const { imps: rewritten, warnings } = rewriteInterstitials(imps, device(0, 0), 'svc');
  t.equal(rewritten[1], imps[1], 'another imp is shared');
  t.strictSame(warnings, []);
});
