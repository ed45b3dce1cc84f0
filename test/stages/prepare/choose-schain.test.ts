/** The supply chain that each bidder gets (spec 4.1.10; decisions, 'schain'). */
import t from 'tap';
import { chooseSchain } from '../../../src/stages/prepare/choose-schain.ts';

const nameOf = (given: string): string => given.toLowerCase();
const chain = (asi: string) => ({ ver: '1.0', complete: 1, nodes: [{ asi, sid: '1' }] });
const source = Object.freeze({ tid: 't', schain: chain('request') });

t.test("a bidder gets its own entry's chain, else that of *", async (t) => {
  const of = chooseSchain(
    source,
    [
      { bidders: ['*'], schain: chain('all') },
      { bidders: ['A', 'b'], schain: chain('own') },
    ],
    nameOf,
  );
  t.strictSame(of('a'), { tid: 't', schain: chain('own') });
  t.equal(of('a'), of('b'), 'bidders of one entry share one source');
  t.strictSame(of('c')?.schain, chain('all'));
  t.equal(of('c'), of('d'), 'all other bidders share one source');
});

t.test('without an entry a bidder gets the source of the request itself', async (t) => {
  t.equal(chooseSchain(source, [{ bidders: ['x'], schain: chain('own') }], nameOf)('a'), source);
  t.equal(chooseSchain(source, [{ bidders: [null], schain: chain('nobody') }], nameOf)('a'), source);
  t.equal(chooseSchain(source, undefined, nameOf)('a'), source);
  t.equal(chooseSchain(undefined, [], nameOf)('a'), undefined);
});

t.test('an entry creates a source if there is none', async (t) => {
  t.strictSame(chooseSchain(undefined, [{ bidders: ['a'], schain: chain('own') }], nameOf)('a'), {
    schain: chain('own'),
  });
});
