/** The log messages about vendor lists that are missing: which are news. */
import t from 'tap';
import { listKey } from '../../src/privacy/tc-string.ts';
import { VendorListNotices } from '../../src/stored/vendor-list-notices.ts';

/** What is logged of missing lists, versions and faults given in turn. */
function said(...missing: readonly (readonly [version: number, fault: string])[]): readonly string[] {
  const texts: string[] = [];
  const notices = new VendorListNotices({ info: (text) => texts.push(text), warn: t.fail }, '');
  for (const [version, fault] of missing) notices.missing(listKey(3, version), fault, true);
  return texts.map((text) => text.replace(/^vendor list (.*) is not available: its URL /, '$1 '));
}

t.test('a list that consent strings name is logged though the next one failed the same way; each once', async (t) => {
  t.strictSame(said([6, 'is 404'], [9, 'is 404'], [6, 'is 404'], [9, 'is 404']), ['v3/6 is 404', 'v3/9 is 404']);
  t.strictSame(said([6, 'is 404'], [6, 'is 500']), ['v3/6 is 404', 'v3/6 is 500'], 'another fault is news');
});

t.test('of lists that strangers name ten are logged', async (t) => {
  const many = Array.from({ length: 20 }, (_, at) => [at + 1, 'is 404'] as const);
  t.equal(said(...many, ...many).length, 10);
  const other = [...many, [1, 'is 500'], [11, 'is 500']] as const;
  t.equal(said(...other).at(-1), 'v3/1 is 500', 'another fault of one of these is news');
});

t.test('once a list is in use, missing ones are news again', async (t) => {
  const texts: string[] = [];
  const notices = new VendorListNotices({ info: (text) => texts.push(text), warn: t.fail }, '');
  const key = listKey(3, 6);
  notices.missing(key, 'is 404', true);
  notices.inUse({ key: listKey(3, 5), words: new Uint32Array() }, '');
  notices.missing(key, 'is 404', true);
  t.equal(texts.length, 3);
});
