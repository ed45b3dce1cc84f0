/** Every recorded case of every bidder that has a definition (issue 5, 'Harness'); test/bidders/README says where they come from. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import { loadBidders } from '../../src/load-bidders.ts';
import { fixtureBidder, fixtureFolder, fixtureSkip, readFixtures } from './fixture-folder.ts';
import { readCases, type Case, type TestConfig } from './fixtures.ts';
import { runCase } from './run-case.ts';
import type { TypeTable } from './typed-decode.ts';

/** Runs only these bidders, while you write a definition: `BIDDER_CODES=acme,other`. */
const only = process.env['BIDDER_CODES']?.split(',');

/** The number of cases and of passed cases by code, for the table. */
const counts = new Map<string, { cases: number; passed: number }>();

if (fixtureSkip) {
  process.stderr.write(
    `NOT RUN: no recorded cases at ${fixtureFolder}; set BIDDER_FIXTURES to the folder that holds them\n`,
  );
  t.test('recorded cases', { skip: fixtureSkip }, async () => undefined);
} else {
  const { known } = await loadBidders();
  const set = readFixtures(known);
  for (const [code, configs] of Object.entries(set.configs)) {
    const definition = known.get(code)?.definition;
    if (definition === undefined || only?.includes(code) === false) continue;
    for (const config of configs) {
      for (const one of readCases(fixtureFolder, config)) addCase(code, one, { definition, config, types: set.types });
    }
  }
  t.test('there are recorded cases', async (t) => {
    t.ok(counts.size > 0, `no recorded case of a bidder with a definition at ${fixtureFolder}`);
  });
  t.teardown(printTable);
}

interface Setting {
  readonly definition: BidderDefinition;
  readonly config: TestConfig;
  readonly types: TypeTable | undefined;
}

function addCase(code: string, one: Case, { definition, config, types }: Setting): void {
  const count = counts.get(code) ?? { cases: 0, passed: 0 };
  counts.set(code, count);
  count.cases += 1;
  t.test(one.name, async (t) => {
    const differences = runCase(one, { bidder: fixtureBidder(code, definition, config), config, types });
    if (t.equal(differences.join('\n'), '', 'as recorded')) count.passed += 1;
  });
}

function printTable(): void {
  const rows = [...counts].map(([code, { cases, passed }]) => row(code, cases, passed));
  let [cases, passed] = [0, 0];
  for (const count of counts.values()) [cases, passed] = [cases + count.cases, passed + count.passed];
  const total = row(`${counts.size} bidders`, cases, passed);
  process.stderr.write(`${[row('bidder', 'cases', 'passed'), ...rows, total].join('\n')}\n`);
}

function row(name: string, cases: number | string, passed: number | string): string {
  return `${name.padEnd(24)}${String(cases).padStart(6)}${String(passed).padStart(8)}`;
}
