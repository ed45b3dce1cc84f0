/** The page budget of the embedded store: page size, pages in use, and pauses when the file has grown too far. */
import t, { type Test } from 'tap';
import { openFolder } from '../../src/cache/embedded-folder.ts';
import { EmbeddedTables } from '../../src/cache/embedded-tables.ts';
import { PageBudget } from '../../src/cache/page-budget.ts';
import { closedWith } from '../support/closed-with.ts';
import { testFolder } from '../support/folder.ts';

const maxBytes = 268_435_456;

/** The tables of a new store, closed when the test ends. */
function openTables(t: Test): EmbeddedTables {
  const tables = closedWith(t, new EmbeddedTables(openFolder(testFolder(t), maxBytes), maxBytes));
  return tables;
}

t.test('a page has 4096 bytes on every machine', async (t) => {
  const tables = openTables(t);
  t.equal(tables.pageBytes, 4096);
});

t.test('each time the file grows too far, writes pause and the share of pages in use is lowered', async (t) => {
  const tables = openTables(t);
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

t.test('failed writes start a pause', async (t) => {
  const tables = openTables(t);
  const budget = new PageBudget(maxBytes, tables);
  budget.noteWrite(true);
  t.equal(budget.mayWrite(0), true);
  for (let failure = 0; failure < 10; failure++) budget.noteWrite(false);
  t.equal(budget.mayWrite(0), false);
});

t.test('an existing file may keep its size', async (t) => {
  const tables = openTables(t);
  const { file } = tables.size();
  const budget = new PageBudget(1, tables);
  t.equal(budget.mayWrite(file), true);
  t.equal(budget.mayWrite(file + 1), false);
});
