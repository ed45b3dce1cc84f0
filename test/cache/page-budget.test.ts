/** How long the embedded store's pages are, how many it fills, and that it pauses when its file grew too far. */
import t from 'tap';
import { openFolder } from '../../src/cache/embedded-folder.ts';
import { EmbeddedTables } from '../../src/cache/embedded-tables.ts';
import { PageBudget } from '../../src/cache/page-budget.ts';
import { testFolder } from '../support/folder.ts';

const maxBytes = 268_435_456;

t.test('a page is as long on every machine, whatever the pages of its kernel', async (t) => {
  const tables = new EmbeddedTables(openFolder(testFolder(t), maxBytes), maxBytes);
  t.teardown(() => tables.close());
  t.equal(tables.pageBytes, 4096);
});

t.test('each time that the file grows too far the store pauses, and fills less of it', async (t) => {
  const tables = new EmbeddedTables(openFolder(testFolder(t), maxBytes), maxBytes);
  t.teardown(() => tables.close());
  const budget = new PageBudget(maxBytes, tables);
  const capPages = maxBytes / tables.pageBytes;
  t.equal(budget.mayWrite(Math.floor(capPages * 0.9)), true);
  const fills: number[] = [];
  for (let growth = 0; growth < 8; growth++) {
    fills.push((budget.usedPages + 4 * budget.batchPages) / capPages);
    t.equal(budget.mayWrite(capPages + growth), false, `growth ${growth}`);
  }
  t.strictSame(
    fills.map((share) => share.toFixed(2)),
    ['0.75', '0.65', '0.55', '0.45', '0.35', '0.25', '0.25', '0.25'],
  );
});

t.test('writes that fail begin pauses', async (t) => {
  const tables = new EmbeddedTables(openFolder(testFolder(t), maxBytes), maxBytes);
  t.teardown(() => tables.close());
  const budget = new PageBudget(maxBytes, tables);
  budget.noteWrite(true);
  t.equal(budget.mayWrite(0), true);
  for (let failure = 0; failure < 10; failure++) budget.noteWrite(false);
  t.equal(budget.mayWrite(0), false);
});

t.test('a file that was there before may be as large as it is', async (t) => {
  const tables = new EmbeddedTables(openFolder(testFolder(t), maxBytes), maxBytes);
  t.teardown(() => tables.close());
  const { file } = tables.size();
  const budget = new PageBudget(1, tables);
  t.equal(budget.mayWrite(file), true);
  t.equal(budget.mayWrite(file + 1), false);
});
