/** The largest banner of an imp (OpenRTB 2.6 sections 3.2.6 and 3.2.10). */
import t from 'tap';
import type { Banner } from '../../../src/openrtb/banner.ts';
import { measureBanner } from '../../../src/stages/prepare/measure-banner.ts';

t.test('the largest width and the largest height may be of different formats', async (t) => {
  const formats = [
    { w: 728, h: 90 },
    { w: 300, h: 250 },
  ];
  t.strictSame(measureBanner({ format: formats }), { w: 728, h: 250 });
  t.strictSame(measureBanner({ w: 320, h: 50 }), { w: 320, h: 50 });
  t.strictSame(
    measureBanner({ w: 970, h: 50, format: formats }),
    { w: 970, h: 250 },
    "the banner's own size counts as well",
  );
  t.strictSame(measureBanner({ w: 320, h: 50, format: [] }), { w: 320, h: 50 });
  t.strictSame(measureBanner({ w: 320, format: formats }), { w: 728, h: 250 }, 'a width alone');
});

t.test('a banner without a fixed size has no limit', async (t) => {
  const grows = { wratio: 4, hratio: 3, wmin: 100 };
  const banners: (Banner | undefined)[] = [
    undefined,
    {},
    { w: 0, h: 0 },
    { w: 320 },
    { h: 50 },
    { format: [grows] },
    { w: 320, h: 50, format: [{ w: 300, h: 250 }, grows] },
  ];
  for (const banner of banners) t.equal(measureBanner(banner), undefined, JSON.stringify(banner));
});
