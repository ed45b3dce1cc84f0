/** How large a banner an imp takes (OpenRTB 2.6 sections 3.2.6 and 3.2.10). */
import t from 'tap';
import type { Banner } from '../../../src/openrtb/banner.ts';
import { measureBanner } from '../../../src/stages/prepare/measure-banner.ts';

t.test('the widest and the highest size may be of two', async (t) => {
  const formats = [
    { w: 728, h: 90 },
    { w: 300, h: 250 },
  ];
  t.strictSame(measureBanner({ format: formats }), { w: 728, h: 250 });
  t.strictSame(measureBanner({ w: 320, h: 50 }), { w: 320, h: 50 });
  t.strictSame(measureBanner({ w: 970, h: 50, format: formats }), { w: 970, h: 250 }, 'its own size counts as well');
  t.strictSame(measureBanner({ w: 320, h: 50, format: [] }), { w: 320, h: 50 });
  t.strictSame(measureBanner({ w: 320, format: formats }), { w: 728, h: 250 }, 'half a size');
});

t.test('any size', async (t) => {
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
