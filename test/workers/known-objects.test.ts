/** Texts that many requests name, such as accounts, are parsed once per thread and frozen (house, 'Immutability'). */
import t from 'tap';
import { KnownObjects } from '../../workers/known-objects.ts';

const text = (id: string, fill = 0): string => JSON.stringify({ id, fill: 'x'.repeat(fill), list: [{ a: 1 }] });

t.test('a text is parsed once, and its object is frozen', async (t) => {
  const known = new KnownObjects();
  const object = known.of(text('a'));
  t.strictSame(object, { id: 'a', fill: '', list: [{ a: 1 }] });
  t.equal(known.of(text('a')), object);
  t.not(known.of(text('b')), object);
  t.throws(() => ((object as { list: { a: number }[] }).list[0]!.a = 2), TypeError);
  t.strictSame(known.of(text('a')), { id: 'a', fill: '', list: [{ a: 1 }] });
});

t.test('text that is no JSON object, or nests too deep, gives undefined', async (t) => {
  const known = new KnownObjects();
  const deep = `{"a":${'['.repeat(600)}${']'.repeat(600)}}`;
  for (const wrong of ['', '{', '[]', 'null', '5', '"text"', deep]) t.equal(known.of(wrong), undefined);
});

t.test('of long or many texts not all are kept parsed', async (t) => {
  const known = new KnownObjects();
  t.not(known.of(text('long', 70_000)), known.of(text('long', 70_000)), 'a text too long to keep');
  const isKept = (name: string): boolean => known.of(text(name, 60_000)) === known.of(text(name, 60_000));
  const first = Array.from({ length: 60 }, (_, at) => isKept(`first${at}`));
  t.ok(first.every(Boolean), 'all of the first fit');
  const more = Array.from({ length: 160 }, (_, at) => isKept(`more${at}`)).filter(Boolean).length;
  t.ok(more > 0 && more < 80, `${more} of the 160 beyond pushed others out`);
});
