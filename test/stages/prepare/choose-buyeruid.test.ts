/** The user id that a bidder gets in `user.buyeruid` (spec 4.1.5). */
import t from 'tap';
import { chooseBuyeruid } from '../../../src/stages/prepare/choose-buyeruid.ts';

/** The bidders a and alias in any case, the aliases Other and ALIAS only as written. */
const nameOf = (given: string): string | undefined =>
  ['Other', 'ALIAS'].includes(given) ? given : ['a', 'alias'].find((name) => name === given.toLowerCase());

/** The same where imps spell a as A. */
const spelled = (given: string) => (given.toLowerCase() === 'a' ? 'A' : nameOf(given));

const choose = (user: object | undefined, name: string, uid?: string) =>
  chooseBuyeruid(user, 'svc', nameOf)(name, { configured: name, core: name }, uid);
const withIds = (buyeruids: unknown) => ({ ext: { svc: { buyeruids } } });
/** The id for Other, an alias of alias, whose core is a. */
const chooseForAlias = (ids: object) =>
  chooseBuyeruid(withIds(ids), 'svc', nameOf)('Other', { configured: 'alias', core: 'a' }, 'cookie');

t.test('the request, buyeruids and the cookie are used in the order of spec 4.1.5', async (t) => {
  t.equal(
    choose({ buyeruid: 'all', ...withIds({ a: 'own' }) }, 'a', 'cookie'),
    undefined,
    'the request has one for all bidders',
  );
  t.equal(choose({ buyeruid: '', ...withIds({ a: 'own' }) }, 'a', 'cookie'), 'own');
  t.equal(choose(withIds({ b: 'own' }), 'a', 'cookie'), 'cookie');
  t.equal(choose(undefined, 'a', 'cookie'), 'cookie');
  t.equal(choose(undefined, 'a'), undefined);
});

t.test('an alias without its own id gets that of its bidder, else that of its core', async (t) => {
  t.equal(chooseForAlias({ a: 'core' }), 'core');
  t.equal(chooseForAlias({ A: 'core' }), 'core');
  t.equal(chooseForAlias({ a: 'core', Other: 'own' }), 'own');
  t.equal(chooseForAlias({ a: 'core', Other: '' }), 'core');
  t.equal(chooseForAlias({ a: 'core', alias: 'parent' }), 'parent');
  t.equal(chooseForAlias({ ALIAS: 'of another' }), 'cookie');
});

t.test('an alias gets the id of its core however imps spell the core', async (t) => {
  for (const key of ['a', 'A']) {
    const idOf = chooseBuyeruid(withIds({ [key]: 'core' }), 'svc', spelled);
    t.equal(idOf('Other', { configured: 'a', core: 'a' }, 'cookie'), 'core', key);
  }
});

t.test('names match in any case, an exact match first', async (t) => {
  t.equal(choose(withIds({ A: 'folded', a: 'exact' }), 'a'), 'exact');
  t.equal(choose(withIds({ A: 'folded' }), 'a'), 'folded');
  t.equal(choose(withIds({ a: '' }), 'a'), undefined);
  t.equal(choose(withIds({ oTHER: 'folded' }), 'Other'), 'folded');
  t.equal(choose(withIds({ ALIAS: 'of the alias' }), 'alias'), undefined, "not another bidder's id");
  t.equal(choose(withIds({ Alias: 'of the bidder', alias: '' }), 'ALIAS'), undefined);
});

t.test('an invalid buyeruids or id is ignored', async (t) => {
  for (const ids of [undefined, null, 5, [], { a: 5 }, { a: null }]) t.equal(choose(withIds(ids), 'a'), undefined);
  for (const name of ['constructor', '__proto__', 'toString']) t.equal(choose(withIds({}), name), undefined, name);
});
