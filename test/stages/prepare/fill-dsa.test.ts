/** The DSA defaults of an account, and the terms for bids (IAB Tech Lab, 'DSA Transparency'). */
import t from 'tap';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { fillDsa } from '../../../src/stages/prepare/fill-dsa.ts';
import { readDsa } from '../../../src/stages/prepare/read-dsa.ts';

const wanted = { dsarequired: 2, pubrender: 1 };

t.test("the account's default is used if the request has no dsa, and with gdprOnly only under GDPR", async (t) => {
  const filled = (request: BidRequest, isUnderGdpr: boolean, gdprOnly?: boolean) =>
    fillDsa(request, { default: wanted, ...(gdprOnly !== undefined && { gdprOnly }) }, isUnderGdpr).regs;
  for (const isUnderGdpr of [true, false]) {
    t.strictSame(filled({}, isUnderGdpr), { ext: { dsa: wanted } });
    t.strictSame(filled({}, isUnderGdpr, false), { ext: { dsa: wanted } });
  }
  t.strictSame(filled({}, true, true), { ext: { dsa: wanted } });
  t.equal(filled({}, false, true), undefined);
  const given = { regs: { coppa: 1, ext: { gpc: '1' } } };
  t.strictSame(filled(given, true), { coppa: 1, ext: { gpc: '1', dsa: wanted } });
  t.strictSame(given, { regs: { coppa: 1, ext: { gpc: '1' } } }, 'the input is not changed');
  const own = { regs: { ext: { dsa: {} } } };
  t.equal(fillDsa(own, { default: wanted }, true), own, 'a request with any dsa');
  for (const settings of [undefined, {}, { gdprOnly: false }]) t.equal(fillDsa(given, settings, true), given);
});

function terms(dsarequired?: number, pubrender?: number) {
  const dsa = { ...(dsarequired !== undefined && { dsarequired }), ...(pubrender !== undefined && { pubrender }) };
  return readDsa({ regs: { ext: { dsa } } });
}

t.test('bids need dsa if dsarequired is 2 or 3', async (t) => {
  for (const dsarequired of [undefined, 0, 1, 4]) t.equal(terms(dsarequired, 2), undefined, `${dsarequired}`);
  for (const dsarequired of [2, 3]) t.strictSame(terms(dsarequired, 2), { pubrender: 2 });
  t.strictSame(terms(2), { pubrender: undefined });
  t.equal(readDsa({}), undefined);
});
