/** JSON Merge Patch (RFC 7396), which merges stored requests, stored imps and accounts. */
import t from 'tap';
import { mergePatch } from '../../src/openrtb/merge-patch.ts';

t.test('the examples of RFC 7396 are merged as in its appendix', async (t) => {
  const examples: [unknown, unknown, unknown][] = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  for (const [target, patch, expected] of examples)
    t.strictSame(mergePatch(target, patch), expected, JSON.stringify(patch));
});

t.test('mergePatch changes neither argument and shares unchanged members', async (t) => {
  const target = Object.freeze({ keep: Object.freeze({ deep: 1 }), change: Object.freeze({ a: 1 }) });
  const merged = mergePatch(target, Object.freeze({ change: Object.freeze({ b: 2 }) })) as typeof target;
  t.equal(merged.keep, target.keep);
  t.strictSame(merged.change, { a: 1, b: 2 });
  t.strictSame(target.change, { a: 1 });
});

t.test('keys such as __proto__ are ordinary members', async (t) => {
  const target: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{"x":1}}}');
  const patch: unknown = JSON.parse('{"__proto__":{"b":2},"constructor":{"prototype":{"y":2}},"toString":{"z":null}}');
  const merged = mergePatch(target, patch) as object;
  t.equal(
    JSON.stringify(merged),
    '{"__proto__":{"a":1,"b":2},"constructor":{"prototype":{"x":1,"y":2}},"toString":{}}',
  );
  t.equal(Object.getPrototypeOf(merged), Object.prototype);
  t.equal(({} as { b?: number }).b, undefined);
  const deleted = mergePatch(target, JSON.parse('{"__proto__":null}')) as object;
  t.notOk(Object.hasOwn(deleted, '__proto__'));
});
