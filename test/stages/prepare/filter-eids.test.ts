/** The eids that a bidder gets (spec 2.2, `eidpermissions`; decisions, 'eids'). */
import t from 'tap';
import { freezeDeep } from '../../../src/openrtb/freeze.ts';
import { filterEids } from '../../../src/stages/prepare/filter-eids.ts';

const nameOf = (given: string): string | undefined => (given === 'nobody' ? undefined : given);
const eid = (source: string) => ({ source, uids: [{ id: '1' }] });
const user = freezeDeep({ id: 'u', eids: [eid('one'), eid('two'), { source: 'old', id: '2' }] });

t.test('a bidder gets an eid if a rule for its source names the bidder or *', async (t) => {
  const of = filterEids(
    [
      { source: 'one', bidders: ['a', 'nobody'] },
      { source: 'two', bidders: ['*'] },
      { source: 'old', bidders: ['nobody'] },
    ],
    nameOf,
  );
  t.strictSame(of(user, 'a')?.eids, [eid('one'), eid('two')]);
  t.strictSame(of(user, 'b')?.eids, [eid('two')]);
  t.equal(of(user, 'b'), of(user, 'c'), 'bidders that lose the same eids share one user');
  t.equal(of(user, 'a')?.eids?.[0], user.eids[0], 'eids are shared');
  const other = { ...user };
  t.not(of(other, 'b'), of(user, 'b'), 'another user gives another object');
});

t.test('the most specific rules that match an eid apply', async (t) => {
  const of = filterEids(
    [
      { source: 's', bidders: ['a'] },
      { source: 's', inserter: 'i', bidders: ['b'] },
      { source: 's', matcher: 'm', bidders: ['c'] },
      { source: 's', inserter: 'i', matcher: 'm', mm: 3, bidders: ['d'] },
      { source: 'way', mm: 0, bidders: ['a'] },
    ],
    nameOf,
  );
  const bySource = { source: 's' };
  const byInserter = { source: 's', inserter: 'i' };
  const byTwo = { source: 's', inserter: 'i', matcher: 'm' };
  const byAll = { source: 's', inserter: 'i', matcher: 'm', mm: 3 };
  const open = { source: 'way', mm: 1 };
  const eids = [bySource, byInserter, byTwo, byAll, open, { source: 'way', mm: 0 }];
  t.strictSame(of({ eids }, 'a')?.eids, [bySource, open, { source: 'way', mm: 0 }]);
  t.strictSame(of({ eids }, 'b')?.eids, [byInserter, byTwo, open]);
  t.strictSame(of({ eids }, 'c')?.eids, [byTwo, open]);
  t.strictSame(of({ eids }, 'd')?.eids, [byAll, open]);
});

t.test('the rules for an eid are found once for all bidders', async (t) => {
  let reads = 0;
  const counted = {
    source: 's',
    get inserter() {
      reads += 1;
      return 'i';
    },
  };
  const rules = [
    { source: 's', inserter: 'i', matcher: 'm', bidders: ['a'] },
    { source: 's', inserter: 'i', bidders: ['b'] },
  ];
  const of = filterEids(rules, nameOf);
  const whole = { eids: [counted] };
  for (let at = 0; at < 50; at += 1) t.equal(of(whole, `c${at}`)?.eids, undefined);
  t.equal(reads, 2, 'once per set of rules');
  t.strictSame(of(whole, 'b'), whole);
});

t.test('a user who loses no eid is not copied', async (t) => {
  t.equal(filterEids([{ source: 'none', bidders: ['b'] }], nameOf)(user, 'a'), user);
  t.equal(filterEids(undefined, nameOf)(user, 'a'), user);
  t.equal(filterEids([{ source: 'one', bidders: ['b'] }], nameOf)(undefined, 'a'), undefined);
  const bare = { id: 'u' };
  t.equal(filterEids([{ source: 'one', bidders: ['b'] }], nameOf)(bare, 'a'), bare);
});

t.test('a user who loses all ids has no eids', async (t) => {
  const rules = ['one', 'two', 'old'].map((source) => ({ source, bidders: ['b'] }));
  t.strictSame(filterEids(rules, nameOf)(user, 'a'), { id: 'u' });
});
