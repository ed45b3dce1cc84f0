/** The check of a bid's DSA data (IAB Tech Lab, 'DSA Transparency'). */
import t from 'tap';
import { checkDsa } from '../../../src/stages/settle/check-dsa.ts';

const cannot = 'does not render its ext.dsa itself, and the publisher cannot';
const both = 'renders its ext.dsa itself, but so does the publisher';
const none = 'has no ext.dsa, which regs.ext.dsa.dsarequired requires';

t.test('adrender of the bid must fit pubrender of the request', async (t) => {
  const cases: [pubrender: number | undefined, adrender: unknown, fault: string | undefined][] = [
    [undefined, undefined, undefined],
    [undefined, 1, undefined],
    [0, 1, undefined],
    [0, 0, cannot],
    [0, undefined, cannot],
    [0, '1', cannot],
    [1, 0, undefined],
    [1, 1, undefined],
    [2, 0, undefined],
    [2, undefined, undefined],
    [2, 1, both],
  ];
  for (const [pubrender, adrender, fault] of cases) {
    t.equal(checkDsa({ ext: { dsa: { adrender } } }, { pubrender }), fault, `${pubrender} and ${String(adrender)}`);
  }
});

t.test('a missing dsa or a too long name is a fault', async (t) => {
  const bids = [{}, { ext: null }, { ext: 'dsa' }, { ext: {} }, { ext: { dsa: null } }, { ext: { dsa: [1] } }];
  for (const bid of bids) t.equal(checkDsa(bid, {}), none, JSON.stringify(bid));
  for (const name of ['behalf', 'paid']) {
    const named = (length: number) => checkDsa({ ext: { dsa: { [name]: 'x'.repeat(length) } } }, {});
    t.equal(named(100), undefined, name);
    t.equal(named(101), `has an ext.dsa.${name} of over 100 characters`, name);
  }
});
