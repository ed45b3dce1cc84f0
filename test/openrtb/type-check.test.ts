/** Checks a value against declared types (decisions, 'Wrong fields'). */
import t from 'tap';
import { Type } from 'typebox';
import { Findings } from '../../src/openrtb/findings.ts';
import { AnyObject, extFields, fields, forgiving, mapOf, patchOf, Strings } from '../../src/openrtb/schema.ts';
import { compileTypeCheck } from '../../src/openrtb/type-check.ts';

const check = compileTypeCheck(
  fields({
    text: Type.String(),
    whole: Type.Integer(),
    real: Type.Number(),
    flag: Type.Boolean(),
    list: Strings,
    map: mapOf(Type.Integer()),
    either: Type.Union([Type.String(), fields({ n: Type.Integer() })]),
    loose: Type.Unsafe<unknown>({ properties: { flag: Type.Boolean() } }),
    any: Type.Unknown(),
    ids: forgiving(Type.Array(fields({ id: Type.String() })), 7),
    privacy: forgiving(Type.String(), 8),
    ext: extFields({ data: AnyObject }),
  }),
);

function run(value: unknown) {
  const findings = new Findings(20);
  const kept = check(value, '', findings);
  return { kept, faults: findings.faults, warnings: findings.warnings };
}

t.test('a value with the right types is returned itself', async (t) => {
  for (const value of [
    {},
    { text: '', whole: -0, real: 1.5, flag: false, list: [], map: {}, either: 'x', ids: [], privacy: '', ext: {} },
    {
      whole: 1e15,
      real: -1e-300,
      list: ['a'],
      map: { a: 1 },
      either: { n: 1 },
      ids: [{ id: 'a' }, {}],
      ext: { data: {} },
    },
    { loose: 5 },
    { loose: [] },
    { loose: { flag: true, other: 1 } },
    { loose: null, any: null },
    { unknown: null, ext: { other: null } },
    { ids: [{ unknown: 1 }] },
  ]) {
    const { kept, faults, warnings } = run(value);
    if (!('loose' in value)) t.equal(kept, value, JSON.stringify(value));
    t.strictSame([faults, warnings], [[], []], JSON.stringify(value));
  }
});

t.test('each wrong type is one fault with path, expected and actual type', async (t) => {
  const cases: [unknown, string][] = [
    [[], 'the request must be an object, not an array'],
    [null, 'the request must be an object, not null'],
    ['x', 'the request must be an object, not a string'],
    [{ text: 1 }, 'text must be a string, not a number'],
    [{ text: {} }, 'text must be a string, not an object'],
    [{ whole: '1' }, 'whole must be an integer, not a string'],
    [{ whole: 1.5 }, 'whole must be an integer, not a fraction'],
    [{ whole: Infinity }, 'whole must be an integer, not one out of range'],
    [{ real: '1' }, 'real must be a number, not a string'],
    [{ real: -Infinity }, 'real must be a number, not one out of range'],
    [{ flag: 0 }, 'flag must be a boolean, not a number'],
    [{ list: {} }, 'list must be an array, not an object'],
    [{ list: ['a', 2] }, 'list[1] must be a string, not a number'],
    [{ list: [null] }, 'list[0] must be a string, not null'],
    [{ map: { a: 1, 'b c': true } }, 'map["b c"] must be an integer, not a boolean'],
    [{ either: 5 }, 'either must be a string or an object, not a number'],
    [{ either: { n: 'x' } }, 'either.n must be an integer, not a string'],
    [{ loose: { flag: 1 } }, 'loose.flag must be a boolean, not a number'],
    [{ ext: [] }, 'ext must be an object, not an array'],
    [{ ext: { data: 'x' } }, 'ext.data must be an object, not a string'],
  ];
  for (const [value, fault] of cases) t.strictSame(run(value).faults, [fault]);
});

t.test('null counts as absent only in declared fields', async (t) => {
  const value = {
    text: null,
    list: null,
    map: { a: null, b: 1 },
    either: { n: null },
    ext: { data: null, x: null },
    y: null,
  };
  const before = structuredClone(value);
  const { kept, faults, warnings } = run(value);
  t.strictSame(kept, { map: { b: 1 }, either: {}, ext: { x: null }, y: null });
  t.strictSame([faults, warnings], [[], []]);
  t.strictSame(value, before, 'the input is not changed');
});

t.test('a value or entry that is declared forgiving is dropped with a warning of its code', async (t) => {
  const good = { id: 'a' };
  const { kept, faults, warnings } = run({ ids: [good, 5, { id: 6 }, null, { id: null, x: 1 }], privacy: 5, whole: 1 });
  t.strictSame(kept, { ids: [{ id: 'a' }, { x: 1 }], whole: 1 });
  t.equal(kept?.ids?.[0], good);
  t.strictSame(faults, []);
  t.strictSame(warnings, [
    { code: 7, message: 'ids[1] must be an object, not a number: ignored' },
    { code: 7, message: 'ids[2].id must be a string, not a number: ignored' },
    { code: 7, message: 'ids[3] must be an object, not null: ignored' },
    { code: 8, message: 'privacy must be a string, not a number: ignored' },
  ]);
  t.strictSame(run({ ids: 'x' }).warnings, [{ code: 7, message: 'ids must be an array, not a string: ignored' }]);
});

t.test('names such as __proto__ pollute nothing and are reported safely', async (t) => {
  const { kept, faults } = run(JSON.parse('{"map":{"__proto__":"x","constructor":1,"ok":2},"__proto__":{"bad":1}}'));
  t.strictSame(faults, ['map.__proto__ must be an integer, not a string']);
  t.strictSame(Object.keys(kept?.map ?? {}), ['constructor', 'ok']);
  t.notOk('bad' in {});
  t.strictSame(run(JSON.parse('{"constructor":5,"toString":null,"hasOwnProperty":1}')).faults, []);
});

t.test('in a merge patch null is kept at any depth but inside arrays; a null patch counts as absent', async (t) => {
  const patched = compileTypeCheck(
    fields({
      part: patchOf(
        fields({
          text: Type.String(),
          list: Type.Array(fields({ id: Type.String() })),
          ext: extFields({ data: AnyObject }),
        }),
      ),
    }),
  );
  const findings = new Findings(20);
  const given = { part: { text: null, list: [{ id: null, x: 1 }], ext: { data: null, other: null } } };
  t.strictSame(patched(given, '', findings), {
    part: { text: null, list: [{ x: 1 }], ext: { data: null, other: null } },
  });
  t.strictSame(patched({ part: null }, '', findings), {});
  t.strictSame(patched({ part: { text: 5, list: null } }, '', findings), { part: { list: null } });
  t.strictSame(findings.faults, ['part.text must be a string, not a number']);
});
