/** A changed object is a new one only if a member differs, so equal parts stay shared (house, 'Immutability'). */
import t from 'tap';
import { mapShared, withChanges } from '../../src/openrtb/with-changes.ts';

interface Thing {
  a?: number;
  b?: number;
  c?: object;
}

t.test('changes to equal values give the same object', async (t) => {
  const c = {};
  const thing: Thing = Object.freeze({ a: 1, c });
  t.equal(withChanges(thing, {}), thing);
  t.equal(withChanges(thing, { a: 1, b: undefined, c }), thing);
});

t.test('a change gives a copy, undefined removes a member, other members are shared', async (t) => {
  const c = {};
  const thing: Thing = Object.freeze({ a: 1, b: 2, c });
  const changed = withChanges(thing, { a: 5, b: undefined });
  t.strictSame(changed, { a: 5, c: {} });
  t.equal(changed.c, c);
  t.notOk(Object.hasOwn(changed, 'b'));
  t.strictSame(Object.keys(withChanges<Thing>({ a: 1 }, { a: 2, b: undefined })), ['a'], 'undefined adds no member');
  t.strictSame(thing, { a: 1, b: 2, c: {} });
});

t.test('a member named __proto__ stays a member', async (t) => {
  const foreign = JSON.parse('{"__proto__":{"polluted":1},"a":1,"b":2}') as Thing;
  for (const changed of [withChanges(foreign, { a: 3 }), withChanges(foreign, { b: undefined })]) {
    t.equal(Object.getPrototypeOf(changed), Object.prototype);
    t.ok(Object.hasOwn(changed, '__proto__'));
    t.notOk('polluted' in changed);
  }
});

t.test('mapShared keeps the array unless an entry changes', async (t) => {
  const entries = [{ n: 1 }, { n: 2 }];
  t.equal(
    mapShared(entries, (entry) => entry),
    entries,
  );
  const changed = mapShared(entries, (entry, index) => (index === 1 ? { n: 3 } : entry));
  t.strictSame(changed, [{ n: 1 }, { n: 3 }]);
  t.equal(changed[0], entries[0]);
  t.strictSame(entries, [{ n: 1 }, { n: 2 }]);
});
