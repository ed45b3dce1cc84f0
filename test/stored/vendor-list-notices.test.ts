/** The log messages about vendor lists that are missing: which are news. */
import t from 'tap';
import { listKey } from '../../src/privacy/tc-string.ts';
import { VendorListNotices } from '../../src/stored/vendor-list-notices.ts';

/** A missing version and its fault. */
type Missing = readonly [version: number, fault: string];

/** Notes missing lists in turn, and says what is logged of them. `clock.ms` is the time. */
function noting() {
  const texts: string[] = [];
  const clock = { ms: 0 };
  const notices = new VendorListNotices({ info: (text) => texts.push(text), warn: t.fail }, '', () => clock.ms);
  const said = (...missing: readonly Missing[]): readonly string[] => {
    for (const [version, fault] of missing) notices.missing(listKey(3, version), fault, true);
    return texts.splice(0).map((text) => text.replace(/^vendor list (.*) is not available: its URL /, '$1 '));
  };
  return { clock, notices, said };
}

t.test('a list that consent strings name is logged though the next one failed the same way; each once', async (t) => {
  const { clock, said } = noting();
  t.strictSame(said([6, 'is 404'], [9, 'is 404'], [6, 'is 404'], [9, 'is 404']), ['v3/6 is 404', 'v3/9 is 404']);
  clock.ms = 60_000;
  t.strictSame(said([6, 'is 404'], [6, 'is 500']), ['v3/6 is 500'], 'another fault is news');
});

t.test('of lists that strangers name twenty a minute are logged, and none hides another for good', async (t) => {
  const { clock, said } = noting();
  const many = Array.from({ length: 30 }, (_, at): Missing => [at + 1, 'is 404']);
  t.equal(said(...many, ...many).length, 20);
  clock.ms = 60_000;
  t.equal(said(...many, ...many).length, 10);
  clock.ms = 120_000;
  t.equal(said(...many).length, 0);
});

t.test('once a list is in use, missing ones are news again', async (t) => {
  const { clock, notices, said } = noting();
  t.equal(said([6, 'is 404']).length, 1);
  clock.ms = 60_000;
  t.equal(said([6, 'is 404']).length, 0);
  notices.inUse({ key: listKey(3, 5), words: new Uint32Array() }, '');
  t.strictSame(said([6, 'is 404']), ['vendor list v3/5 is in use', 'v3/6 is 404']);
});
