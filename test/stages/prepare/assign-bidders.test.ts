/** The bidders of each imp and their params (spec 4.1.1, 4.1.15; decisions, 'Deprecated imp.ext.<bidder>', 'bidderparams'). */
import t from 'tap';
import { freezeDeep } from '../../../src/openrtb/freeze.ts';
import type { Imp } from '../../../src/openrtb/imp.ts';
import { assignBidders } from '../../../src/stages/prepare/assign-bidders.ts';

/** The core bidders a and b in any case, the alias Other only as written. */
const nameOf = (given: string): string | undefined =>
  given === 'Other' ? given : ['a', 'b'].find((name) => name === given.toLowerCase());

const isDisabled = (name: string): boolean => name.toLowerCase() === 'off';

function assign(ext: object | undefined, common: { [name: string]: object } = {}) {
  const bidderparams = new Map(Object.entries(common));
  const imp = freezeDeep({ id: 'i', ...(ext && { ext }) }) as Imp;
  const { asked, ...rest } = assignBidders(imp, { namespace: 'svc', nameOf, isDisabled, bidderparams });
  return { ...rest, asked: [...asked], given: imp };
}

t.test('bidders are in the order of the request; unknown and repeated names are listed', async (t) => {
  const { asked, unknown, repeated, imp } = assign({
    svc: { bidder: { B: { x: 1 }, Other: {}, a: 5, nobody: {}, other: {}, b: { x: 2 } } },
  });
  t.strictSame(asked, [
    ['b', { x: 1 }],
    ['Other', {}],
    ['a', 5],
  ]);
  t.strictSame(unknown, ['nobody', 'other']);
  t.strictSame(repeated, ['b']);
  t.strictSame(imp, { id: 'i', ext: {} });
});

t.test('params in the deprecated place add a bidder; params in svc.bidder take precedence', async (t) => {
  const { asked, imp, suspects, repeated } = assign({
    A: { x: 1 },
    b: { old: 1 },
    custom: {},
    n: null,
    svc: { bidder: { b: { y: 2 } } },
  });
  t.strictSame(asked, [
    ['b', { y: 2 }],
    ['a', { x: 1 }],
  ]);
  t.strictSame([suspects, repeated], [[], []], 'no warnings if svc.bidder is present');
  t.strictSame(imp.ext, { custom: {}, n: null });
  t.strictSame(assign({ a: {}, custom: 1, n: null, data: {}, prebid: {}, general: {} }).suspects, ['custom']);
});

t.test('a disabled bidder in the deprecated place is listed and removed', async (t) => {
  const { imp, disabled, suspects, unknown } = assign({ a: {}, Off: { secret: 1 }, off: null, custom: {} });
  t.strictSame([disabled, suspects, unknown], [['Off'], ['custom'], []]);
  t.strictSame(imp.ext, { custom: {} });
});

t.test('bidderparams add only missing params, and only to bidders of the imp', async (t) => {
  const { asked } = assign(
    { svc: { bidder: { a: { x: 1 }, b: 'text' } }, Other: {} },
    { a: { x: 9, y: 2 }, b: { z: 1 }, c: {} },
  );
  t.strictSame(asked, [
    ['a', { x: 1, y: 2 }],
    ['b', 'text'],
    ['Other', {}],
  ]);
  const hostile = JSON.parse('{"__proto__":{"p":1},"constructor":2}') as object;
  const [, params] = assign({ svc: { bidder: { a: {} } } }, { a: hostile }).asked[0]!;
  t.equal(JSON.stringify(params), JSON.stringify(hostile));
});

t.test('svc.imp has patches by bidder; invalid ones are dropped', async (t) => {
  const { patches, imp } = assign({ svc: { bidder: { a: {} }, imp: { A: { x: 1 }, a: { y: 2 }, nobody: {}, b: 5 } } });
  t.strictSame([...patches], [['a', { x: 1 }]]);
  t.strictSame(imp.ext, {});
});

t.test('unchanged parts of the imp are shared', async (t) => {
  const plain = assign({ data: { x: 1 } });
  t.equal(plain.imp, plain.given);
  t.equal(assign(undefined).imp.ext, undefined);
  const { imp, given } = assign({ data: { x: 1 }, svc: { bidder: { a: {} }, options: { o: 1 } } });
  t.equal(imp.ext?.data, given.ext?.data);
  t.strictSame(imp.ext, { data: { x: 1 }, svc: { options: { o: 1 } } });
});
