/** The parts of `ext.<namespace>` that bidders get (decisions, 'What bidders do not see'; spec 4.1.14). */
import t from 'tap';
import { freezeDeep } from '../../../src/openrtb/freeze.ts';
import { hideBuyeruids } from '../../../src/stages/prepare/hide-buyeruids.ts';
import { hideServiceExt } from '../../../src/stages/prepare/hide-service-ext.ts';

const nameOf = (given: string): string | undefined => (given === 'nobody' ? undefined : given.toLowerCase());

t.test('an ext with nothing to hide is not copied', async (t) => {
  for (const ext of [undefined, {}, { other: 1 }, { svc: 'text' }, { svc: { integration: 'x' } }]) {
    const given = freezeDeep(ext);
    const { shared, of } = hideServiceExt(given, 'svc', nameOf);
    t.equal(shared, given);
    t.equal(of('a'), undefined, 'the shared ext is used');
  }
});

t.test('members that only the service reads are removed, and an empty ext with them', async (t) => {
  t.equal(hideServiceExt({ svc: { targeting: {}, data: {}, biddercontrols: {} } }, 'svc', nameOf).shared, undefined);
  t.equal(hideServiceExt({ svc: { storedauctionresponse: { seatbidarr: [] } } }, 'svc', nameOf).shared, undefined);
  t.strictSame(hideServiceExt({ svc: { cache: {} }, x: 1 }, 'svc', nameOf).shared, { x: 1 });
  t.strictSame(hideServiceExt({ svc: { targeting: { includebrandcategory: null } } }, 'svc', nameOf).shared, {
    svc: { targeting: { includebrandcategory: null } },
  });
});

t.test('a bidder gets only its own entries of lists by bidder', async (t) => {
  const ext = freezeDeep({
    x: 1,
    svc: {
      keep: { deep: 1 },
      aliases: { a: 'core' },
      aliasgvlids: { a: 7, b: 8 },
      bidderparams: { A: { p: 1 }, mediatypes: { banner: { a: 'secret of a bidder called mediatypes' } } },
      bidadjustmentfactors: { B: 0.5, mediatypes: { banner: { a: 0.9, c: 0.1 } } },
      multibid: [
        { bidder: 'a' },
        5,
        null,
        { bidders: ['nobody', 'A'], maxbids: 2, targetbiddercodeprefix: 'p', more: 1 },
        { bidder: 'a', maxbids: 9 },
      ],
    },
  });
  const { shared, of } = hideServiceExt(ext, 'svc', nameOf);
  t.strictSame(shared, { x: 1, svc: { keep: { deep: 1 } } });
  t.strictSame(of('a'), {
    x: 1,
    svc: {
      keep: { deep: 1 },
      aliases: { a: 'core' },
      aliasgvlids: { a: 7 },
      bidderparams: { A: { p: 1 } },
      bidadjustmentfactors: { mediatypes: { banner: { a: 0.9 } } },
      multibid: [{ maxbids: 2, more: 1, bidder: 'a' }],
    },
  });
  t.strictSame(of('b')?.['svc'], { keep: { deep: 1 }, aliasgvlids: { b: 8 }, bidadjustmentfactors: { B: 0.5 } });
  t.equal(of('d'), undefined);
});

t.test("maxbids in a bidder's multibid is limited to 1 to 9", async (t) => {
  const multibid = [
    { bidder: 'a', maxbids: 12, targetbiddercodeprefix: 'x' },
    { bidders: ['b'], maxbids: 0 },
  ];
  const { of } = hideServiceExt({ svc: { multibid } }, 'svc', nameOf);
  t.strictSame(of('a')?.['svc'], { multibid: [{ bidder: 'a', maxbids: 9, targetbiddercodeprefix: 'x' }] });
  t.strictSame(of('b')?.['svc'], { multibid: [{ maxbids: 1, bidder: 'b' }] });
});

t.test('bid adjustment factors are read once for all bidders', async (t) => {
  let reads = 0;
  const factors = {
    get a() {
      reads++;
      return 0.9;
    },
  };
  const mediatypes = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`made-up-${at}`, factors]));
  const { of } = hideServiceExt({ svc: { bidadjustmentfactors: { mediatypes } } }, 'svc', nameOf);
  t.match(of('a'), {
    svc: { bidadjustmentfactors: { mediatypes: { 'made-up-0': { a: 0.9 }, 'made-up-49': { a: 0.9 } } } },
  });
  for (const name of ['a', 'A', 'b']) of(name);
  t.equal(reads, 50);
});

t.test('names of Object.prototype are ordinary names', async (t) => {
  const ext = JSON.parse('{"svc":{"bidderparams":{"__proto__":{"x":1}},"aliases":{}}}') as { svc: object };
  const { of } = hideServiceExt(ext, 'svc', (given) => given);
  for (const name of ['constructor', 'toString', 'hasOwnProperty']) t.equal(of(name), undefined, name);
  t.equal(JSON.stringify(of('__proto__')), '{"svc":{"bidderparams":{"__proto__":{"x":1}}}}');
});

t.test('only buyeruids are removed from user.ext of the service', async (t) => {
  for (const user of [{}, { ext: {} }, { ext: { svc: {} } }, { ext: { svc: 5, data: {} } }]) {
    t.equal(hideBuyeruids(user, 'svc'), user, 'a user without buyeruids is not copied');
  }
  t.strictSame(hideBuyeruids({ id: 'u', ext: { svc: { buyeruids: { a: '1' } } } }, 'svc'), { id: 'u' });
  t.strictSame(hideBuyeruids({ ext: { svc: { buyeruids: {}, x: 1 } } }, 'svc'), { ext: { svc: { x: 1 } } });
  t.strictSame(hideBuyeruids({ ext: { svc: { buyeruids: {} }, x: 1 } }, 'svc'), { ext: { x: 1 } });
});
