/** Members of JSON objects, read and built apart from those of `Object.prototype` (src/openrtb/json-object.ts). */
import t from 'tap';
import { isObject, own, setOwn, without } from '../../src/openrtb/json-object.ts';

t.test('own, setOwn, without and isObject handle only own members and plain objects', async (t) => {
  t.equal(own({}, 'toString'), undefined);
  t.equal(own(undefined, 'a'), undefined);
  const made = {};
  setOwn(made, '__proto__', 1);
  t.ok(Object.hasOwn(made, '__proto__'));
  const object = { a: 1, b: 2 };
  t.equal(without(object, ['c']), object, 'the same object if there is nothing to remove');
  t.strictSame(without(object, ['a', 'c']), { b: 2 });
  t.strictSame([{}, [], null, 'x', undefined].map(isObject), [true, false, false, false, false]);
});
