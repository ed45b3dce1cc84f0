/** Steps that refuse what a bidder cannot use. */
import t from 'tap';
import type { ShapedImp } from '../../../src/adapter/call-steps.ts';
import { Refusal } from '../../../src/adapter/refusal.ts';
import {
  orWithout,
  requireNumbers,
  requireParams,
  requireVideo,
  sameParam,
} from '../../../src/adapter/steps/require.ts';
import type { Imp } from '../../../src/openrtb/imp.ts';
import { contextOf } from '../support.ts';

const messageOf = (made: unknown): string | undefined => (made instanceof Refusal ? made.problem?.message : undefined);

const callOf = (...all: { m?: string | number }[]) =>
  contextOf<{ m?: string | number }>(
    {},
    { imps: all.map((params) => ({ params }) as ShapedImp<{ m?: string | number }>) },
  );

t.test('requireParams names the imp and the first missing or empty param', async (t) => {
  const step = requireParams<{ k?: unknown; l?: unknown }>('k');
  for (const k of ['x', 1, -1, [0], {}, true, false])
    t.equal(step({ id: 'i1' }, contextOf({ k })), null, JSON.stringify(k));
  for (const k of [undefined, null, '', ' \t', 0, []]) {
    t.equal(messageOf(step({ id: 'i1' }, contextOf({ k }))), 'imp "i1": the params lack k', JSON.stringify(k));
  }
  const both = requireParams<{ k?: unknown; l?: unknown }>('k', 'l');
  t.equal(messageOf(both({ id: 'i1' }, contextOf({ k: 1 }))), 'imp "i1": the params lack l');
  t.equal(both({ id: 'i1' }, contextOf({ k: 1, l: 1 })), null);
});

t.test('requireNumbers accepts whole numbers other than 0, also as text', async (t) => {
  const step = requireNumbers<{ k?: unknown; l?: unknown }>('k');
  for (const k of [7, -7, '7', '-7', '007', 70]) t.equal(step({ id: 'i1' }, contextOf({ k })), null, String(k));
  for (const k of [undefined, null, '', 0, '0', '00', 1.5, '1.5', ' 7', 'x', true]) {
    const message = messageOf(step({ id: 'i1' }, contextOf({ k })));
    t.equal(message, 'imp "i1": the param k must be a whole number other than 0', String(k));
  }
  const both = requireNumbers<{ k?: unknown; l?: unknown }>('k', 'l');
  t.match(messageOf(both({ id: 'i1' }, contextOf({ k: 1 }))), /the params k and l must be whole numbers/);
});

t.test('orWithout removes an unusable media type, and refuses an imp that has no other', async (t) => {
  const step = orWithout('video', requireVideo('mimes'));
  const c = contextOf({});
  t.equal(messageOf(step({ id: 'i1', video: {} }, c)), 'imp "i1": video.mimes is missing');
  t.strictSame(step({ id: 'i1', video: {}, native: {} }, c), { video: undefined });
  t.equal(step({ id: 'i1', video: { mimes: ['m'] }, native: {} }, c), null);
});

t.test('requireVideo names the first missing member, and ignores imps without video', async (t) => {
  const step = requireVideo('mimes', 'w', 'maxduration');
  const c = contextOf({});
  t.equal(step({ id: 'i1', banner: {} }, c), null);
  t.equal(step({ id: 'i1', video: { mimes: ['m'], w: 1, maxduration: 2 } }, c), null);
  const cases: [NonNullable<Imp['video']>, string][] = [
    [{}, 'mimes'],
    [{ mimes: [], w: 1, maxduration: 1 }, 'mimes'],
    [{ mimes: ['m'], w: 0, maxduration: 1 }, 'w'],
    [{ mimes: ['m'], w: 1 }, 'maxduration'],
  ];
  for (const [video, name] of cases) {
    t.equal(messageOf(step({ id: 'i1', video }, c)), `imp "i1": video.${name} is missing`);
  }
});

t.test('sameParam refuses different values; an imp without a value agrees with any', async (t) => {
  const step = sameParam<{ m?: string | number }, unknown>((p) => p.m, 'several values');
  for (const all of [[{}], [{ m: 1 }, {}, { m: '1' }], [{ m: '' }, { m: 0 }, { m: 'a' }]]) {
    t.equal(step({}, callOf(...all)), null, JSON.stringify(all));
  }
  t.equal(messageOf(step({}, callOf({ m: 1 }, { m: 2 }))), 'several values');
});
