/** Which user id a bidder receives in `user.buyeruid` (spec 4.1.5). */
import t from 'tap';
import { chooseBuyeruid } from '../../../src/stages/prepare/choose-buyeruid.ts';

/** The bidder a in any case, but for the aliases Other and ALIAS, which are exact. */
const nameOf = (given: string): string | undefined =>
  ['Other', 'ALIAS'].includes(given) ? given : ['a', 'alias'].find((name) => name === given.toLowerCase());

const choose = (user: object | undefined, name: string, uid?: string) =>
  chooseBuyeruid(user, 'svc', nameOf)(name, { configured: name, core: name }, uid);
const withIds = (buyeruids: unknown) => ({ ext: { svc: { buyeruids } } });
/** Of the alias Other of alias, which stands for a. */
const chooseForAlias = (ids: object) =>
  chooseBuyeruid(withIds(ids), 'svc', nameOf)('Other', { configured: 'alias', core: 'a' }, 'cookie');

t.test('the order of spec 4.1.5', async (t) => {
  t.equal(
    choose({ buyeruid: 'all', ...withIds({ a: 'own' }) }, 'a', 'cookie'),
    undefined,
    'the request has one for all',
  );
  t.equal(choose({ buyeruid: '', ...withIds({ a: 'own' }) }, 'a', 'cookie'), 'own');
  t.equal(choose(withIds({ b: 'own' }), 'a', 'cookie'), 'cookie');
  t.equal(choose(undefined, 'a', 'cookie'), 'cookie');
  t.equal(choose(undefined, 'a'), undefined);
});

t.test(
  'an alias without an id of its own has that of the bidder that it stands for, or else of the one behind that',
  async (t) => {
    t.equal(chooseForAlias({ a: 'core' }), 'core');
    t.equal(chooseForAlias({ A: 'core' }), 'core');
    t.equal(chooseForAlias({ a: 'core', Other: 'own' }), 'own');
    t.equal(chooseForAlias({ a: 'core', Other: '' }), 'core');
    t.equal(chooseForAlias({ a: 'core', alias: 'parent' }), 'parent');
    t.equal(chooseForAlias({ ALIAS: 'of another' }), 'cookie');
  },
);

t.test('names in any case, the exact one first', async (t) => {
  t.equal(choose(withIds({ A: 'folded', a: 'exact' }), 'a'), 'exact');
  t.equal(choose(withIds({ A: 'folded' }), 'a'), 'folded');
  t.equal(choose(withIds({ a: '' }), 'a'), undefined);
  t.equal(choose(withIds({ oTHER: 'folded' }), 'Other'), 'folded');
  t.equal(choose(withIds({ ALIAS: 'of the alias' }), 'alias'), undefined, "never another bidder's");
  t.equal(choose(withIds({ Alias: 'of the bidder', alias: '' }), 'ALIAS'), undefined);
});

t.test('anything may stand there', async (t) => {
  for (const ids of [undefined, null, 5, [], { a: 5 }, { a: null }]) t.equal(choose(withIds(ids), 'a'), undefined);
  for (const name of ['constructor', '__proto__', 'toString']) t.equal(choose(withIds({}), name), undefined, name);
});
