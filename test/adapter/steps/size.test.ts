/** Steps that give banners the size a bidder reads. */
import t from 'tap';
import { firstFormat } from '../../../src/adapter/steps/size.ts';
import { contextOf } from '../support.ts';

const c = contextOf({});

t.test('firstFormat goes before the banner’s own size', async (t) => {
  const banner = {
    w: 1,
    h: 2,
    pos: 3,
    format: [
      { w: 300, h: 250 },
      { w: 728, h: 90 },
    ],
  };
  t.same(firstFormat()({ banner }, c), { banner: { ...banner, w: 300, h: 250 } });
  t.same(firstFormat()({ banner: { format: [{}] } }, c), { banner: { format: [{}], w: 0, h: 0 } });
  t.equal(firstFormat()({ banner: { w: 1, h: 2 } }, c), null);
  t.equal(firstFormat()({ banner: { format: [] } }, c), null);
  t.equal(firstFormat()({ video: {} }, c), null);
});
