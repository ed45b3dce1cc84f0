/** When an account speaks of the Digital Services Act for its pages (IAB Tech Lab, 'DSA Transparency'). */
import t from 'tap';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { fillDsa } from '../../../src/stages/prepare/fill-dsa.ts';
import { readDsa } from '../../../src/stages/prepare/read-dsa.ts';

const wanted = { dsarequired: 2, pubrender: 1 };

t.test('the default stands where the request says nothing, and for GDPR alone if so told', async (t) => {
  const filled = (request: BidRequest, isUnderGdpr: boolean, gdprOnly?: boolean) =>
    fillDsa(request, { default: wanted, ...(gdprOnly !== undefined && { gdprOnly }) }, isUnderGdpr).regs;
  for (const isUnderGdpr of [true, false]) {
    t.strictSame(filled({}, isUnderGdpr), { ext: { dsa: wanted } });
    t.strictSame(filled({}, isUnderGdpr, false), { ext: { dsa: wanted } });
  }
  t.strictSame(filled({}, true, true), { ext: { dsa: wanted } });
  t.equal(filled({}, false, true), undefined);
  const told = { regs: { coppa: 1, ext: { gpc: '1' } } };
  t.strictSame(filled(told, true), { coppa: 1, ext: { gpc: '1', dsa: wanted } });
  t.strictSame(told, { regs: { coppa: 1, ext: { gpc: '1' } } }, 'the request stays as it was');
  const own = { regs: { ext: { dsa: {} } } };
  t.equal(fillDsa(own, { default: wanted }, true), own, 'a request that says anything');
  for (const settings of [undefined, {}, { gdprOnly: false }]) t.equal(fillDsa(told, settings, true), told);
});

function terms(dsarequired?: number, pubrender?: number) {
  const dsa = { ...(dsarequired !== undefined && { dsarequired }), ...(pubrender !== undefined && { pubrender }) };
  return readDsa({ regs: { ext: { dsa } } });
}

t.test('what bids must tell', async (t) => {
  for (const dsarequired of [undefined, 0, 1, 4]) t.equal(terms(dsarequired, 2), undefined, `${dsarequired}`);
  for (const dsarequired of [2, 3]) t.strictSame(terms(dsarequired, 2), { pubrender: 2 });
  t.strictSame(terms(2), { pubrender: undefined });
  t.equal(readDsa({}), undefined);
});
