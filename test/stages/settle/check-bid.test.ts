/** The checks of a bid's fields (decisions, 'Bid checks'). */
import t from 'tap';
import { checkBid } from '../../../src/stages/settle/check-bid.ts';

const good = { id: 'b1', impid: 'i1', crid: 'c1', price: 1.5 };
const texts = ['adm', 'nurl', 'burl', 'lurl', 'dealid', 'adid', 'iurl', 'cid'];
const numbers = ['w', 'h', 'exp', 'dur', 'mtype'];

function faultOf(changes: object): string | undefined {
  return checkBid({ ...good, ...changes }, (impid) => impid === 'i1')?.message;
}

t.test('a bid needs an id, the impid of an imp that was sent, a crid and a price', async (t) => {
  t.equal(faultOf({}), undefined);
  for (const wrong of [undefined, null, '', 7]) {
    t.equal(faultOf({ id: wrong }), 'a bid has no id');
    t.equal(faultOf({ impid: wrong }), 'bid "b1" has no impid');
    t.equal(faultOf({ crid: wrong }), 'bid "b1" has no crid');
  }
  t.equal(faultOf({ impid: 'i2' }), 'bid "b1" answers imp "i2", which was not sent to this bidder');
  for (const price of [undefined, null, '1.5', Infinity, NaN]) t.equal(faultOf({ price }), 'bid "b1" has no price');
});

function wrongPrice(price: number): string {
  return `bid "b1" has a price of ${price}: it must be positive, or 0 with a deal`;
}

t.test('a price must be positive, or 0 with a deal', async (t) => {
  t.equal(faultOf({ price: 0 }), wrongPrice(0));
  t.equal(faultOf({ price: 0, dealid: '' }), wrongPrice(0));
  t.equal(faultOf({ price: 0, dealid: 'd1' }), undefined);
  t.equal(faultOf({ price: -1, dealid: 'd1' }), wrongPrice(-1));
});

t.test('a field of a wrong type is a fault, and null counts as absent', async (t) => {
  for (const field of texts) {
    t.match(faultOf({ [field]: 7 }), new RegExp(`^bid "b1" has an? ${field} that is not a string$`));
    t.equal(faultOf({ [field]: null }), undefined, field);
    t.equal(faultOf({ [field]: 'text' }), undefined, field);
  }
  for (const field of numbers) {
    t.equal(
      faultOf({ [field]: '7' }),
      `bid "b1" has a${/^[hem]/.test(field) ? 'n' : ''} ${field} that is not a number`,
    );
    t.equal(faultOf({ [field]: null }), undefined, field);
    t.equal(faultOf({ [field]: 7 }), undefined, field);
  }
});

function nested(levels: number): unknown {
  return JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels));
}

t.test('a bid that nests too deeply is a fault', async (t) => {
  t.equal(faultOf({ ext: nested(255) }), undefined);
  t.equal(faultOf({ ext: nested(256) }), 'bid "b1" is nested deeper than 256 levels');
});

const reasonOf = (changes: object) => checkBid({ ...good, ...changes }, (impid) => impid === 'i1')?.reason;

t.test('a fault has one of a few reasons for metrics', async (t) => {
  t.equal(reasonOf({}), undefined);
  for (const changes of [{ id: '' }, { crid: '' }, { w: '7' }, { ext: nested(256) }])
    t.equal(reasonOf(changes), 'invalid');
  for (const changes of [{ impid: '' }, { impid: 'i2' }]) t.equal(reasonOf(changes), 'unknown_imp');
  for (const changes of [{ price: null }, { price: 0 }, { price: -1 }]) t.equal(reasonOf(changes), 'price');
});
