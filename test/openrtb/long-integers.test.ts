/** Integers that a double cannot hold keep their digits (spec 1, 'passed unchanged'). */
import t from 'tap';
import { parsedOpenrtb } from '../../src/adapter/reply-json.ts';
import { Findings } from '../../src/openrtb/findings.ts';
import { parseJson } from '../../src/openrtb/long-integers.ts';
import { readable } from '../../src/openrtb/readable.ts';
import { BidRequest } from '../../src/openrtb/request.ts';
import { compileTypeCheck } from '../../src/openrtb/type-check.ts';
import { parseRequest } from '../../src/openrtb/unread-data.ts';
import { wholeLists } from '../support/whole-lists.ts';

const long = '9007199254740993';
const longest = '-1234567890123456789012345678901234567890';

t.test('a long integer is written with its own digits', async (t) => {
  for (const text of [
    `{"a":${long},"b":[${longest},-${long}],"c":{"d":18446744073709551615}}`,
    `[${long}]`,
    `{"a": 1,"b":[8189378542222915032]}`,
    `{"a":"${long}","b":[1,2.5],"c":9007199254740991}`,
  ]) {
    t.equal(JSON.stringify(parseJson(text)), text.replace(': ', ':'), 'a request');
    t.equal(JSON.stringify(parsedOpenrtb(text)), text.replace(': ', ':'), 'a reply');
  }
  t.equal(JSON.stringify(parseJson(`{ "a" :\t\n ${long} }`)), `{"a":${long}}`);
});

t.test('a long integer beside unread user.data keeps its digits', async (t) => {
  const segment = Array.from({ length: 40 }, (_, at) => ({ id: `${at}`, value: 'sport' }));
  const data = JSON.stringify([{ id: '1', segment }]);
  const { value, data: unread } = parseRequest(`{"user":{"data":${data},"ext":{"a":${long}}}}`);
  t.equal(unread, data);
  t.equal(JSON.stringify(value), `{"user":{"data":[],"ext":{"a":${long}}}}`);
});

t.test('all other numbers are numbers', async (t) => {
  for (const text of ['9007199254740991', '10000000000000000', '12345678901234567.5', '1e400', `${'9'.repeat(41)}`]) {
    t.strictSame(parseJson(`[${text}]`), [Number(text)], text.slice(0, 20));
  }
  t.strictSame(parseJson(`{"a":"x:${long}","b":",${long}","c":1}`), { a: `x:${long}`, b: `,${long}`, c: 1 });
  t.throws(() => parseJson(`[${long}`), SyntaxError);
});

t.test('a declared number field has a number, an undeclared one a bigint', async (t) => {
  const findings = new Findings(9);
  const check = compileTypeCheck(BidRequest);
  const given = parseJson(
    `{"id":"r","tmax":${long},"imp":[{"id":"i","bidfloor":${long},"ext":{"a":${long}}}],"b":${long}}`,
  );
  const checked = check(given, '', findings);
  t.strictSame(findings.faults, []);
  t.equal(checked?.tmax, Number(long));
  t.equal(checked?.imp?.[0]?.bidfloor, Number(long));
  t.equal(checked?.imp?.[0]?.ext?.['a'], BigInt(long), 'an undeclared member of ext');
  t.equal((checked as { b?: unknown }).b, BigInt(long), 'an undeclared member');
  check(parseJson(`{"id":${long}}`), '', findings);
  t.match(findings.faults, wholeLists(['id must be a string, not a number']));
});

t.test('readable copies only values with long integers', async (t) => {
  const plain = { a: [1, { b: 'x' }], c: null };
  t.equal(readable(plain, 'keep'), plain);
  t.strictSame(readable({ a: [BigInt(long)], b: { c: BigInt(long), d: 'x' } }, 'keep'), {
    a: [Number(long)],
    b: { c: Number(long), d: 'x' },
  });
  const mixed = { a: [1, BigInt(long), null], b: null, c: 2, d: null };
  t.strictSame(readable(mixed, 'keep'), { ...mixed, a: [1, Number(long), null] }, 'what stands beside them stays');
  t.strictSame(readable(mixed, 'drop'), { a: [1, Number(long), null], c: 2 }, 'without all members that are null');
  t.strictSame(readable({ a: 1, b: null, c: null, d: 2 }, 'drop'), { a: 1, d: 2 });
});

t.test('readable reads each value once, however deep what it changes lies', async (t) => {
  for (const [changed, nulls] of [
    [BigInt(long), 'keep'],
    [null, 'drop'],
  ] as const) {
    let reads = 0;
    const leaf = Object.defineProperty({}, 'counted', { get: () => (reads += 1), enumerable: true });
    let value: object = { leaf, changed };
    for (let level = 0; level < 100; level++) value = { inner: value };
    t.not(readable(value, nulls), value, 'something changes');
    t.equal(reads, 1, 'a value beside it is read once, not once for each level');
  }
});

t.test('in a too deeply nested text a long integer is a number', async (t) => {
  const nested = (levels: number): unknown => {
    let value = parseJson(`${'['.repeat(levels)}${long}${']'.repeat(levels)}`);
    while (Array.isArray(value)) value = value[0];
    return value;
  };
  t.equal(nested(500), BigInt(long));
  t.equal(nested(100_000), Number(long));
});

t.test("readable with 'drop' removes null members at any depth", async (t) => {
  const clean = { a: 1, list: [null], inner: { b: 'x' } };
  t.equal(readable(clean, 'drop'), clean, 'a value without null members is not copied');
  t.strictSame(readable({ a: null, inner: { b: null, c: { d: null, e: 0 } }, f: '' }, 'drop'), {
    inner: { c: { e: 0 } },
    f: '',
  });
  t.strictSame(Object.keys(readable(JSON.parse('{"__proto__":null,"a":1}'), 'drop') as object), ['a']);
  t.equal(readable(null, 'drop'), null);
});

t.test('a list of many long integers is searched for quotes only once', async (t) => {
  const text = `{"a":[${`${long},`.repeat(2000)}1]}`;
  const { indexOf } = String.prototype;
  let looked = 0;
  const counted = function (this: string, searched: string, from = 0): number {
    const found = indexOf.call(this, searched, from);
    looked += (found < 0 ? this.length : found) - from;
    return found;
  };
  t.intercept(String.prototype, 'indexOf', { value: counted });
  const { a } = parseJson(text) as { a: readonly unknown[] };
  t.strictSame([a.length, a[1999]], [2001, BigInt(long)]);
  t.ok(looked <= text.length, `${looked} characters of ${text.length}`);
});
