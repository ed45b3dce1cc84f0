/** GumGum: imps of calls, beyond the recorded cases. */
import t from 'tap';
import gumgum from '../../src/bidders/gumgum.ts';
import { bodyFor, type ImpWithParams } from '../adapter/support.ts';

const banner = { w: 300, h: 250 };

t.test('a slot has the largest format in banner.ext, and imp.ext has the product', async (t) => {
  const format = [
    { w: 320, h: 50 },
    { w: 300, h: 600 },
    { w: 600, h: 300 },
    { w: 90, h: 600 },
  ];
  const slot = bodyFor(
    gumgum,
    { banner: { format }, params: { zone: 'zzzzzzzz', slot: 42, pubId: 5 } },
    { site: { id: 's' } },
  );
  t.strictSame(slot.imp[0]?.banner?.ext, { si: 42, maxw: 300, maxh: 600 });
  t.strictSame(slot['site'], { id: 'zzzzzzzz', publisher: { id: '5' } });
  const params = { zone: 'zzzzzzzz', slot: 42 };
  const sized = bodyFor(gumgum, { banner: { ...banner, format }, params }).imp[0];
  t.strictSame(sized?.banner, { ...banner, format }, 'a banner with a size is no slot');
  const several = bodyFor(gumgum, { banner: { format }, video: { mimes: ['m'] }, params }).imp[0];
  t.strictSame([several?.banner?.w, several?.banner?.ext?.['si'], several?.video], [320, 42, { mimes: ['m'] }]);
  const product = bodyFor(gumgum, { banner, ext: { gpid: 'g' }, params: { pubId: 5, product: 'skins' } });
  t.strictSame(product.imp[0]?.ext, { product: 'skins', gpid: 'g' });
});

t.test('tagid is the ad unit code, else the tagid of the imp, else the ad slot', async (t) => {
  const slot = { data: { adserver: { adslot: '/1/slot' } } };
  const imps: readonly Partial<ImpWithParams>[] = [
    { tagid: 't', ext: { svc: { adunitcode: 'unit' }, ...slot } },
    { tagid: 't', ext: { svc: {}, ...slot } },
    { ext: slot },
    {},
  ];
  const bodies = imps.map((imp) => bodyFor(gumgum, { banner, params: { pubId: 5 }, ...imp }));
  t.strictSame(
    bodies.map(({ imp }) => imp[0]?.tagid),
    ['unit', 't', '/1/slot', undefined],
  );
});
