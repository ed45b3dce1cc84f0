/** Finds the recorded cases, and makes the bidder that each one runs against (test/bidders/README). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Bidder } from '../../src/adapter/contract.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import type { KnownBidder } from '../../src/adapter/known-bidders.ts';
import { makeBidder } from '../../src/adapter/registry.ts';
import { readSet, type FixtureSet, type TestConfig } from './fixtures.ts';

const named = process.env['BIDDER_FIXTURES'];
const defaultFolder = join(import.meta.dirname, '../../../shared/bidders/fixtures');

/** The folder of the cases: `BIDDER_FIXTURES`, else the default folder. The other files of the data set are beside it. */
export const fixtureFolder = named || defaultFolder;

/** The `skip` option of tests that run the cases. It is always false if `BIDDER_FIXTURES` names the folder, which must then exist. */
export const fixtureSkip: string | false =
  Boolean(named) || (existsSync(defaultFolder) && readdirSync(defaultFolder).length > 0)
    ? false
    : `none at ${defaultFolder}: set BIDDER_FIXTURES`;

/** The cases' settings; a bidder without settings has the endpoint of its definition. */
export function readFixtures(known: ReadonlyMap<string, KnownBidder>): FixtureSet {
  return readSet(fixtureFolder, defaultFolder, (code) => {
    const bidder = known.get(code);
    return bidder && (bidder.facts.endpoint ?? '');
  });
}

/** Bidders whose cases call the definition's endpoint where their settings have an empty one, which no host can configure. */
const withOwnEndpoint: ReadonlySet<string> = new Set(['gamoshi', 'telaria']);

/** The bidder of a definition with the settings of its cases. */
export function fixtureBidder(code: string, definition: BidderDefinition, config: TestConfig): Bidder {
  const { endpoint, extraInfo = '', platformId = '', appSecret = '', xapi = {} } = config;
  const credentials = { username: '', password: '', tracker: '', appSecret, ...xapi };
  const { facts } = definition;
  const called = endpoint === '' && withOwnEndpoint.has(code) ? facts.endpoint! : endpoint;
  const merged = { ...facts, endpoint: called, extraInfo, platformId, credentials };
  return makeBidder({ code, core: code, definition, merged });
}
