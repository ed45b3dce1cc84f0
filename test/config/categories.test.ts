/** Reading a mapping of IAB categories (implementations A `FetchCategories`, B `getCategories`). */
import t from 'tap';
import { openMappings, readMapping } from '../../src/config/categories.ts';

t.test('a mapping gives ids by category, also for __proto__', async (t) => {
  const { entries, fault } = readMapping('{"IAB1-1":{"id":"399","name":"Books"},"__proto__":{"id":"8"}}');
  t.equal(fault, '');
  t.strictSame(entries, [
    ['IAB1-1', '399'],
    ['__proto__', '8'],
  ]);
  const open = openMappings([['dfp_p', entries!]]);
  t.equal(open.get('dfp_p')?.get('IAB1-1'), '399');
  t.equal(open.get('dfp_p')?.get('constructor'), undefined);
});

t.test('entries without a valid id are left out, and the fault counts them', async (t) => {
  const text = JSON.stringify({
    a: { id: 7 },
    b: { id: 'x' },
    c: {},
    d: null,
    e: { id: ' ' },
    f: { id: 'x'.repeat(65) },
  });
  const { entries, fault } = readMapping(text);
  t.strictSame(entries, [['b', 'x']]);
  t.match(fault, /^has no id of 1 to 64 characters for "a" \(and 4 others\), so /);
});

t.test('a text that is no JSON object is a fault', async (t) => {
  for (const text of ['', '[]', 'null', '{"a":', '"x"'])
    t.match(readMapping(text), { entries: undefined, fault: /^is not a JSON object: write it like/ }, text);
});
