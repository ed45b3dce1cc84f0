/** How many members of large objects a merge copies or writes (spec 4.1.10). */
import t from 'tap';
import { copiedMembers, fewMembers, writtenMembers } from '../../src/openrtb/copied-members.ts';

const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

t.test('a patch counts with the members of all its objects, once it has more than a few', async (t) => {
  const written = writtenMembers();
  t.equal(written(members(fewMembers)), 0);
  t.equal(written(members(fewMembers + 1)), fewMembers + 1);
  t.equal(written({ inner: members(fewMembers) }), fewMembers + 1);
  t.equal(written({ list: [members(fewMembers + 1)] }), 0, 'lists are shared');
});

t.test('a merge copies the large objects that its patch changes', async (t) => {
  const copied = copiedMembers();
  const large = members(fewMembers + 1);
  t.equal(copied({ a: large, b: large }, { a: { k0: 5 } }), fewMembers + 1);
  t.equal(copied({ a: members(fewMembers) }, { a: { k0: 5 } }), 0);
  t.equal(copied({ a: large }, { a: 5 }), 0, 'replaced');
});
