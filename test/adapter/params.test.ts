/** Params checked against their schema, and against its types only. */
import t from 'tap';
import { Type } from 'typebox';
import { schemaCheck, typesCheck } from '../../src/adapter/params.ts';

const schema = Type.Object(
  {
    id: Type.String({ minLength: 1, pattern: '^[0-9]+$' }),
    size: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
    kind: Type.Optional(Type.String({ enum: ['a', 'b'] })),
    place: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]+$' })])),
    region: Type.Optional(Type.Union([Type.Literal('eu'), Type.Literal('us'), Type.Literal(7)])),
    list: Type.Optional(Type.Array(Type.Object({ key: Type.String() }))),
  },
  { anyOf: [{ required: ['size'] }, { required: ['kind'] }] },
);

t.test('a schema fault names the member and what is wrong with it', async (t) => {
  const check = schemaCheck(schema);
  t.equal(check({ id: '1', size: 3 }), undefined);
  t.equal(check({ id: '1', size: '3', other: {} }), undefined, 'unknown members are allowed');
  const cases: [unknown, RegExp][] = [
    [undefined, /^must be an object$/],
    [null, /^must be an object$/],
    [[], /^must be an object$/],
    ['x', /^must be an object$/],
    [{ size: 3 }, /required property 'id'/],
    [{ id: 1, size: 3 }, /id must be string, not number; see/],
    [{ id: [], size: 3 }, /id must be string, not array; see/],
    [{ id: null, size: 3 }, /id must be string, not null; see/],
    [{ id: '', size: 3 }, /id must NOT have fewer/],
    [{ id: 'x', size: 3 }, /id must match pattern/],
    [{ id: '1', size: true }, /size must be integer or string, not boolean; see/],
    [{ id: '1', size: 3, place: 'x' }, /place must match pattern/],
    [{ id: '1', kind: 'c' }, /kind must be equal to one of the allowed values \(a, b\)/],
    [{ id: '1', kind: 'a', region: 'x' }, /region must be equal to one of the allowed values \(eu, us, 7\)/],
    [{ id: '1', kind: 'a', list: [{}] }, /list\.0 must have required property 'key'/],
    [{ id: '1' }, /required property/],
  ];
  for (const [params, fault] of cases) t.match(check(params), fault, JSON.stringify(params));
});

t.test("a closed schema allows the service's own flags, such as dealsonly", async (t) => {
  const closed = schemaCheck(Type.Object({ id: Type.String() }, { additionalProperties: false }));
  t.equal(closed({ id: '1', dealsonly: 'anything', pgdealsonly: 1, dealTier: {} }), undefined);
  t.type(closed({ id: '1', other: 1 }), 'string');
});

t.test('inherited members do not count', async (t) => {
  const check = schemaCheck(Type.Object({ constructor: Type.Object({}), toString: Type.String() } as never));
  t.type(check({}), 'string');
  t.type(check(JSON.parse('{"__proto__":{"constructor":{},"toString":"x"}}')), 'string');
});

t.test('the check of types allows missing, null and unknown members', async (t) => {
  const check = typesCheck(schema);
  for (const fine of [
    {},
    { id: '' },
    { id: null },
    { size: '1' },
    { kind: 'zzz' },
    { list: [] },
    { list: [{}] },
    { x: 1 },
  ]) {
    t.equal(check(fine), undefined, JSON.stringify(fine));
  }
  const wrong: [unknown, RegExp][] = [
    [7, /object/],
    [{ id: 1 }, /id/],
    [{ id: {} }, /id/],
    [{ size: true }, /size/],
    [{ size: 1.5 }, /size/],
    [{ list: {} }, /list/],
    [{ list: [1] }, /list\[0\]/],
    [{ list: [{ key: 'k' }, { key: 1 }] }, /list\[1\]/],
  ];
  for (const [params, fault] of wrong) t.match(check(params), fault, JSON.stringify(params));
});

t.test('a number too large for a double, such as 1e999, is not a number', async (t) => {
  const priced = Type.Object({
    floor: Type.Number(),
    place: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
  });
  for (const params of ['{"floor":1e999}', '{"floor":-1e999}', '{"floor":1,"place":1e999}']) {
    const read: unknown = JSON.parse(params);
    t.match(schemaCheck(priced)(read), /^are wrong: \w+ must be .*, not infinite; see/, params);
    t.match(typesCheck(priced)(read), /^are wrong: \w+ has another type/, params);
  }
});

t.test('formats that schemas name are checked', async (t) => {
  for (const [format, right] of [
    ['uuid', '123e4567-e89b-42d3-a456-426614174000'],
    ['hostname', 'a.example'],
    ['uri', 'https://a.example/b'],
    ['date-time', '2026-01-01T00:00:00Z'],
  ] as const) {
    const check = schemaCheck(Type.Object({ one: Type.String({ format }) }));
    t.equal(check({ one: right }), undefined, format);
    t.match(check({ one: '-/ no' }), /one must match format/, format);
  }
});
