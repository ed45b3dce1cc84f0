/** Reading foreign JSON by path: a value that is absent or of another type reads as the empty value of the type asked for. */
import t from 'tap';
import {
  asList,
  eachIn,
  numberAt,
  objectAt,
  sortedText,
  textAt,
  textsOf,
  valueAt,
  wholeAt,
} from '../../src/adapter/json.ts';

const json: unknown = JSON.parse(
  '{"a":{"b":{"c":1},"n":null,"l":[1,"x"],"t":"7","e":" ","f":1.5,"w":"no"},"__proto__":{"p":1}}',
);

t.test('a path follows only own members of objects', async (t) => {
  t.strictSame(valueAt(json, 'a', 'b'), { c: 1 });
  t.equal(valueAt(json), json);
  t.equal(valueAt(undefined, 'a'), undefined);
  t.equal(valueAt(json, '__proto__', 'p'), 1);
  for (const path of [['x'], ['a', 'x'], ['a', 'n', 'x'], ['a', 'l', 'length'], ['a', 't', 'length'], ['toString']])
    t.equal(valueAt(json, ...path), undefined, path.join('.'));
});

t.test('a value of another type reads as an empty text, object or list', async (t) => {
  t.strictSame([textAt(json, 'a', 't'), textAt(json, 'a', 'f'), textAt(json, 'x')], ['7', '', '']);
  t.strictSame(objectAt(json, 'a', 'b'), { c: 1 });
  for (const name of ['n', 'l', 't', 'x']) t.strictSame(objectAt(json, 'a', name), {}, name);
  t.strictSame([asList([1]), asList({ 0: 1 }), asList(undefined)], [[1], [], []]);
  t.strictSame([textsOf(['x', 1, null, 'y']), textsOf('x')], [['x', 'y'], []]);
});

t.test('a number may be written as text; anything else reads as 0', async (t) => {
  const all = { one: 1, text: ' 7 ', blank: ' ', empty: '', word: 'x', huge: '1e999', half: 1.5, below: -2, long: 5n };
  const numbers = { one: 1, text: 7, blank: 0, empty: 0, word: 0, huge: 0, half: 1.5, below: -2, long: 5, absent: 0 };
  for (const [name, number] of Object.entries(numbers)) {
    t.equal(numberAt(all, name), number, name);
    t.equal(wholeAt(all, name), number === 1.5 || number < 0 ? 0 : number, `${name}, whole`);
  }
  t.equal(numberAt(true), 0);
});

t.test('eachIn changes the entries of one list in a copy', async (t) => {
  const given = Object.freeze({ l: Object.freeze([1, 2]), k: 3 });
  t.strictSame(
    eachIn(given, 'l', (entry) => Number(entry) * 2),
    { l: [2, 4], k: 3 },
  );
  for (const value of [given, [1], null]) t.equal(eachIn(value, 'k', String), value);
});

t.test('sortedText sorts keys at every depth and keeps the order of entries', async (t) => {
  t.equal(sortedText({ b: [{ d: 1, c: 2, e: 3 }, 0], a: null }), '{"a":null,"b":[{"c":2,"d":1,"e":3},0]}');
});
