/** Steps that give banners the size a bidder reads. */
import t from 'tap';
import { bannerSizes, firstFormat, statedSize, takeFirstFormat } from '../../../src/adapter/steps/size.ts';
import { contextOf } from '../support.ts';

const c = contextOf({});

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
