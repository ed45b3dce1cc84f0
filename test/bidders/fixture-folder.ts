/** Where the recorded cases lie, and which bidder each is tried with (test/bidders/README). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Bidder } from '../../src/adapter/contract.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import type { KnownBidder } from '../../src/adapter/known-bidders.ts';
import { makeBidder } from '../../src/adapter/registry.ts';
import { readSet, type FixtureSet, type TestConfig } from './fixtures.ts';

const named = process.env['BIDDER_FIXTURES'];
const standard = join(import.meta.dirname, '../../../shared/bidders/fixtures');

/** The folder of the cases: the one that `BIDDER_FIXTURES` names, else the usual one. The data set's other files are beside it. */
export const fixtureFolder = named || standard;

/** What tap's `skip` is for tests of the cases: false also for a folder that was named, which must be there. */
export const fixtureSkip: string | false =
  Boolean(named) || (existsSync(standard) && readdirSync(standard).length > 0)
    ? false
    : `none at ${standard}: set BIDDER_FIXTURES`;

/** The cases' settings, those of bidders without any at the endpoints of their definitions. */
export function readFixtures(known: ReadonlyMap<string, KnownBidder>): FixtureSet {
  return readSet(fixtureFolder, standard, (code) => {
    const bidder = known.get(code);
    return bidder && (bidder.facts.endpoint ?? '');
  });
}

/** The bidder of a definition with the settings of its cases. */
export function fixtureBidder(code: string, definition: BidderDefinition, config: TestConfig): Bidder {
  const { endpoint, extraInfo = '', platformId = '', appSecret = '', xapi = {} } = config;
  const credentials = { username: '', password: '', tracker: '', appSecret, ...xapi };
  const merged = { ...definition.facts, endpoint, extraInfo, platformId, credentials };
  return makeBidder({ code, core: code, definition, merged });
}
