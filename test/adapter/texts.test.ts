/** Small readers and writers of definitions: queries, keywords, targeting, native markup. */
import t from 'tap';
import { fledgeByImp } from '../../src/adapter/fledge.ts';
import { keywordText } from '../../src/adapter/families/xandr-keywords.ts';
import { nativeText } from '../../src/adapter/native-markup.ts';
import { targetingOf } from '../../src/adapter/protocols/rubicon-targeting.ts';
import { addQuery, queryValue, withQuery } from '../../src/adapter/url.ts';

t.test('withQuery sorts by name, addQuery appends, and both encode values', async (t) => {
  t.equal(queryValue("a b'(c)*!~é&="), 'a+b%27%28c%29%2A%21~%C3%A9%26%3D');
  t.equal(queryValue('\ud800'), '%EF%BF%BD');
  t.equal(withQuery('https://a.com/p?z=1&b=old', { b: 'new', a: true }), 'https://a.com/p?a=true&b=new&z=1');
  t.equal(withQuery('https://a.com/p', {}), 'https://a.com/p');
  t.equal(addQuery('https://a.com/p', 'k', 'v w'), 'https://a.com/p?k=v+w');
  t.equal(addQuery('https://a.com/p?x', 'k', 1), 'https://a.com/p?x&k=1');
});

t.test('keywordText joins keywords given as a text, a list or an object', async (t) => {
  t.equal(keywordText(undefined), '');
  t.equal(keywordText('a=b,c'), 'a=b,c');
  t.equal(keywordText([{ key: 'a', value: ['1', '2'] }, { key: 'b' }]), 'a=1,a=2,b');
  t.equal(keywordText({ b: ['2'], a: ['1', '3'], c: [] }), 'a=1,a=3,b=2,c');
  t.equal(keywordText({ a: 1, b: ['2', 3] } as never), 'a,b=2', 'values of the wrong type are left out');
});

t.test('targeting takes texts, booleans and whole numbers', async (t) => {
  const data = { a: 'x', b: true, c: 3, d: ['x', 'y'], e: [true, false], f: 1.5, g: [1], h: {}, i: [], j: ['x', 1] };
  t.strictSame(targetingOf(data), { a: ['x'], b: ['true'], c: ['3'], d: ['x', 'y'], e: ['true', 'false'] });
  t.strictSame([targetingOf(undefined), targetingOf([])], [{}, {}]);
  const odd = targetingOf(JSON.parse('{"__proto__":"x"}'));
  t.ok(Object.hasOwn(odd, '__proto__'));
});

t.test('nativeText takes the member out of JSON text byte for byte', async (t) => {
  t.equal(nativeText('{"native":{"a":"\\/x", "b": 1}}'), '{"a":"\\/x", "b": 1}');
  t.equal(nativeText('{"native":{"a":1},"more":2}'), '{"a":1}');
  t.equal(nativeText('{"more":2,"native":{"a": 1}}'), '{"a":1}');
  for (const same of ['text', '{}', '[1]', '{"a":1}']) t.equal(nativeText(same), same);
});

t.test('fledgeByImp lists the auction configurations of an object by imp', async (t) => {
  t.strictSame(fledgeByImp({ i1: { seller: 's' } }, 'acme'), [
    { impid: 'i1', bidder: 'acme', config: { seller: 's' } },
  ]);
  t.strictSame([fledgeByImp(undefined, 'acme'), fledgeByImp([1], 'acme')], [[], []]);
});
