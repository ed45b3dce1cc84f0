/** Merging a request with its stored profiles (implementation B 12, 'Stored profiles'). */
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { nodeAt } from '../../../src/openrtb/node-at.ts';
import type { StoredProfiles } from '../../../src/openrtb/profile-finder.ts';
import { mergeProfiles, namesProfiles } from '../../../src/stages/prepare/merge-profiles.ts';
import { chanceFrom, pick } from '../../support/chance.ts';
import { processorMs } from '../../support/processor-time.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const naming = (...profiles: unknown[]) => ({ ext: { svc: { profiles } } });
const below = (body: unknown, type = 'request') => ({ type, body });
const above = (body: unknown, type = 'request') => ({ type, mergeprecedence: 'profile', body });
const terms = (profiles: object, more: Partial<StoredProfiles> = {}): StoredProfiles => ({
  profiles: new Map(Object.entries(profiles)),
  account: 'p1',
  most: 4,
  rejects: true,
  ...more,
});

t.test('a request without profiles is returned itself, even if it is invalid', async (t) => {
  for (const other of [null, 1, 'x', [], {}, { ext: null }, { ext: { svc: [] }, imp: {} }, { imp: [null, 1, {}] }]) {
    t.equal(namesProfiles(other, 'svc'), false, JSON.stringify(other));
    t.strictSame(mergeProfiles(other, terms({}), 'svc'), { request: other, faults: [], warnings: [] });
  }
  t.ok(namesProfiles(naming(), 'svc'));
  t.ok(namesProfiles({ imp: [{}, { ext: { svc: { profiles: null } } }] }, 'svc'), 'profiles of any type in an imp');
});

t.test(
  'null in the request hides members of profiles below it; null in a profile above it deletes members',
  async (t) => {
    const profiles = {
      one: below({ device: { ua: 'one' }, bcat: null }),
      two: below({ device: { ua: 'two' }, at: 1, bcat: ['IAB2'] }),
      gone: above({ at: null, user: { id: null } }),
    };
    const given = { ...naming('one', 'two', 'gone'), device: null, user: { id: 'u', yob: 1980 } };
    const { request } = mergeProfiles(given, terms(profiles), 'svc');
    t.strictSame(request, { ...naming('one', 'two', 'gone'), user: { yob: 1980 } });
    t.equal(given.user.id, 'u', 'the input is not changed');
  },
);

t.test(
  'frozen input is merged, ids such as __proto__ are not found, and members that profiles may not set are dropped',
  async (t) => {
    const freeze = <T>(value: T): T => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
      return value;
    };
    const given = freeze({ ...naming('__proto__', 'a'), imp: [{ id: '1', ...naming('toString') }], x: { y: 1 } });
    const profiles = freeze({
      a: above({
        id: 'x',
        app: { id: 'i' },
        x: { y: 2, z: JSON.parse('{"__proto__": {"polluted": true}}') as unknown },
      }),
    });
    const { request, faults } = mergeProfiles(given, terms(profiles), 'svc');
    t.match(faults, wholeLists([/ID="__proto__" not found/, /ID="toString" not found/]));
    t.match(request, { x: { y: 2 } });
    t.equal((request as { id?: unknown }).id, undefined);
    t.equal((request as { app?: unknown }).app, undefined, 'no empty object is left of them');
    t.equal(({} as { polluted?: unknown }).polluted, undefined);
  },
);

t.test('an invalid profile is a fault, or a warning if not rejected', async (t) => {
  const wrong: readonly (readonly [stored: unknown, end: string])[] = [
    [undefined, 'is not a JSON object of at most 512 levels: correct the stored text'],
    [{}, 'has no type: write "request" or "imp"'],
    [{ type: 'Request', body: {} }, 'has no type: write "request" or "imp"'],
    [
      { type: 'request', mergeprecedence: 'both', body: {} },
      'has an unknown mergeprecedence: write "request", "profile" or none',
    ],
    [{ type: 'request', body: [] }, 'has no body: write what it adds, as a JSON object'],
    [
      { type: 'request', accountid: 7, body: {} },
      'has an accountid that is not text: write the id of its account, or leave it out',
    ],
    [{ type: 'request', accountid: 'p2', body: {} }, 'not found: store it, or correct ext.svc.profiles'],
    [below({}, 'imp'), 'is a profile for imps: name it there, or correct ext.svc.profiles'],
  ];
  for (const [stored, end] of wrong) {
    const fault = `Profile with ID="x" ${end}`;
    t.strictSame(mergeProfiles(naming('x'), terms({ x: stored }), 'svc').faults, [fault]);
    const { faults, warnings } = mergeProfiles(naming('x'), terms({ x: stored }, { rejects: false }), 'svc');
    t.strictSame([faults, warnings], [[], [`${fault}; it is ignored`]]);
  }
  const nulls = { type: 'request', mergeprecedence: null, accountid: null, body: { at: 1 } };
  t.match(mergeProfiles(naming('x'), terms({ x: nulls }), 'svc'), wholeLists({ request: { at: 1 }, faults: [] }));
});

t.test(
  'of many profile names only the first 20 faults are listed, long names are cut, and names beyond the limit are ignored',
  async (t) => {
    const long = 'x'.repeat(100_000);
    const imp = Array.from({ length: 1000 }, (_, n) => naming(`${n}${long.slice(0, 300)}`, `a${n}`, `b${n}`));
    const { faults } = mergeProfiles({ ...naming(long), imp }, terms({}), 'svc');
    t.equal(faults.length, 20);
    t.equal(faults[0], `Profile with ID="${'x'.repeat(200)}" not found: store it, or correct ext.svc.profiles`);
    const many = Array.from({ length: 100_000 }, () => 'a');
    const { request, warnings } = mergeProfiles(naming(...many), terms({ a: below({ at: 1 }) }), 'svc');
    t.match(request, { at: 1 });
    t.strictSame(warnings, ['the request names more profiles (100000) than allowed (4): the rest are ignored']);
  },
);

t.test('an imp may have as many profiles as the request leaves of the limit', async (t) => {
  const profiles = { r: below({}), i: below({ a: 1 }, 'imp'), j: below({ b: 1 }, 'imp'), k: below({ c: 1 }, 'imp') };
  const of = (...names: string[]): unknown =>
    (
      mergeProfiles({ ...naming(...names), imp: [naming('i', 'j', 'k')] }, terms(profiles, { most: 3 }), 'svc')
        .request as { imp: unknown[] }
    ).imp[0];
  t.strictSame(of(), { ...naming('i', 'j', 'k'), a: 1, b: 1, c: 1 });
  t.strictSame(of('r'), { ...naming('i', 'j', 'k'), a: 1, b: 1 });
  t.strictSame(of('r', 'r', 'r', 'r'), naming('i', 'j', 'k'));
});

t.test('large profiles may not be copied for many imps', async (t) => {
  const large = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, { a: n }]));
  const fault = 'the imps name large profiles: keep these at 100 members, or name fewer';
  const imp = Array.from({ length: 100 }, (_, n) => ({ id: String(n), big: { own: 1 }, ...naming('big', 'more') }));
  for (const profile of [below, above]) {
    const profiles = { big: profile({ big: large }, 'imp'), more: profile({ big: { one: 1 } }, 'imp') };
    let faults: readonly string[] = [];
    const tookMs = processorMs(() => ({ faults } = mergeProfiles({ imp }, terms(profiles), 'svc')));
    t.strictSame(faults, [fault]);
    t.ok(tookMs < 500, `${tookMs} ms`);
    t.strictSame(mergeProfiles({ imp: imp.slice(0, 1) }, terms(profiles), 'svc').faults, []);
  }
  const bare = Array.from({ length: 100 }, (_, n) => ({ id: String(n), ...naming('big') }));
  const onNothing = terms({ big: above({ big: large }, 'imp') });
  t.strictSame(mergeProfiles({ imp: bare }, onNothing, 'svc').faults, [fault], 'even if the imp has no such member');
  const small = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`k${n}`, n]));
  const profiles = { big: above(small, 'imp'), more: below(small, 'imp') };
  t.strictSame(mergeProfiles({ imp }, terms(profiles), 'svc').faults, [], 'small profiles may be copied for all imps');
});

/** A random profile body with members that admission reads. */
function oddBody(chance: () => number, depth = 0): unknown {
  if (depth > 5 || chance() < 0.25) return pick([null, 7, 'x', [], {}, ['x'], [{}]], chance);
  const keys = 'id tmax imp site app dooh publisher ext svc parentAccount storedrequest profiles amp get bundle'.split(
    ' ',
  );
  const members = Array.from({ length: Math.ceil(chance() * 5) }, () => [
    pick(keys, chance),
    oddBody(chance, depth + 1),
  ]);
  return Object.fromEntries(members) as unknown;
}

t.test('no profile can change the members that admission has read', async (t) => {
  const chance = chanceFrom(11);
  const publisher = { id: 'p1', ext: { svc: { parentAccount: 'a1' } } };
  const svc = { storedrequest: { id: 's' }, amp: { data: {} }, get: [], profiles: ['a', 'b', 'c'] };
  const imp = [{ id: 'i1', ext: { svc: { profiles: ['i'], storedrequest: { id: 's' } } } }];
  for (let round = 0; round < 3000; round++) {
    const place = pick(['site', 'app', 'dooh'], chance);
    const given = { id: 'r1', tmax: 300, [place]: { id: 'x', publisher }, imp, ext: { svc } };
    const odd = (type: string) =>
      (chance() < 0.7 ? above : below)(
        { [place]: oddBody(chance), ext: oddBody(chance), ...Object(oddBody(chance)) },
        type,
      );
    const profiles = { a: odd('request'), b: odd('request'), c: odd('request'), i: odd('imp') };
    const { request, faults } = mergeProfiles(given, terms(profiles), 'svc');
    if (faults.length > 0) t.fail(faults.join());
    const kept = (of: unknown) =>
      [
        'id',
        'tmax',
        `${place}.publisher.id`,
        `${place}.publisher.ext.svc.parentAccount`,
        'imp.0.id',
        'imp.0.ext.svc.storedrequest',
        'app.id',
        'ext.svc.storedrequest',
        'ext.svc.amp',
        'ext.svc.get',
        'ext.svc.profiles',
        ...['site', 'app', 'dooh'].map((name) => `${name}.publisher.id`),
      ].map((path) => nodeAt(of, path.split('.')));
    if (!isDeepStrictEqual(kept(request), kept(given))) t.fail(JSON.stringify({ profiles, request }));
  }
});
