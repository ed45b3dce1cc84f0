/** Steps that give banners the size a bidder reads. */
import t from 'tap';
import { Refusal } from '../../../src/adapter/refusal.ts';
import {
  bannerFormat,
  bannerSize,
  bannerSizes,
  firstFormat,
  requireBannerSize,
  statedSize,
  takeFirstFormat,
} from '../../../src/adapter/steps/size.ts';
import { contextOf } from '../support.ts';

const c = contextOf({});

t.test('bannerSize copies the first format, bannerFormat the size, and requireBannerSize needs one', async (t) => {
  const format = [
    { w: 300, h: 250 },
    { w: 1, h: 1 },
  ];
  t.strictSame(bannerSize()({ banner: { format } }, c), { banner: { format, w: 300, h: 250 } });
  t.strictSame(bannerSize()({ banner: { format, w: 0, h: 90 } }, c), { banner: { format, w: 300, h: 250 } });
  t.equal(bannerSize()({ banner: { format, w: 728, h: 90 } }, c), null);
  t.equal(bannerSize()({ banner: {} }, c), null);
  t.equal(bannerSize()({ video: {} }, c), null);
  t.strictSame(bannerFormat()({ banner: { w: 3, h: 2 } }, c), { banner: { w: 3, h: 2, format: [{ w: 3, h: 2 }] } });
  t.equal(bannerFormat()({ banner: { w: 3, h: 2, format } }, c), null);
  t.equal(bannerFormat()({ banner: { w: 3 } }, c), null);
  t.type(requireBannerSize()({ id: 'i', banner: { w: 3 } }, c), Refusal);
  t.equal(requireBannerSize()({ banner: { format } }, c), null);
  t.equal(requireBannerSize()({ video: {} }, c), null);
});

t.test("firstFormat replaces the banner's own size", async (t) => {
  const banner = {
    w: 1,
    h: 2,
    pos: 3,
    format: [
      { w: 300, h: 250 },
      { w: 728, h: 90 },
    ],
  };
  t.strictSame(firstFormat()({ banner }, c), { banner: { ...banner, w: 300, h: 250 } });
  t.strictSame(firstFormat()({ banner: { format: [{}] } }, c), { banner: { format: [{}], w: 0, h: 0 } });
  t.equal(firstFormat()({ banner: { w: 1, h: 2 } }, c), null);
  t.equal(firstFormat()({ banner: { format: [] } }, c), null);
  t.equal(firstFormat()({ video: {} }, c), null);
});

const take = (imp: object) => takeFirstFormat()(imp, c);

t.test('takeFirstFormat moves the first format to a banner without width or height', async (t) => {
  const [first, second] = [
    { w: 300, h: 250 },
    { w: 728, h: 90 },
  ];
  t.strictSame(take({ banner: { w: 1, pos: 3, format: [first, second] } }), {
    banner: { ...first, pos: 3, format: [second] },
  });
  t.strictSame(take({ banner: { h: 1, format: [first] } }), { banner: first }, 'an empty format list is removed');
  t.strictSame(take({ banner: { format: [{}] } }), { banner: { w: 0, h: 0 } });
  for (const banner of [{ w: 1, h: 2, format: [first] }, { format: [] }, {}]) t.equal(take({ banner }), null);
  t.equal(take({ video: {} }), null);
});

t.test("bannerSizes lists the formats with both sizes, else the banner's own size", async (t) => {
  const format = [{ w: 300, h: 250 }, { w: 728 }, { w: 0, h: 90 }];
  t.strictSame(bannerSizes({ w: 1, h: 2, format }), [{ w: 300, h: 250 }]);
  t.strictSame(bannerSizes({ w: 1, h: 2, format: [] }), [{ w: 1, h: 2 }]);
  t.strictSame([bannerSizes({ w: 1 }), bannerSizes()], [[], []]);
});

t.test('statedSize keeps whole numbers above 0', async (t) => {
  t.strictSame(statedSize({ width: '300', height: 250 }, 'width', 'height'), { w: 300, h: 250 });
  t.strictSame(statedSize({ width: 0, height: 1.5 }, 'width', 'height'), {});
  t.strictSame(statedSize({ width: 7 }, 'width', 'height'), { w: 7 });
});
