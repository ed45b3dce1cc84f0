/** Cases of a new bidder need only a folder with its code (test/bidders/README, 'Recorded cases'). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Type } from 'typebox';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import { bidderOf } from '../adapter/support.ts';
import { testFolder } from '../support/folder.ts';
import { readCases, readSet } from './fixtures.ts';
import { runCase } from './run-case.ts';

const acme = defineBidder({
  code: 'acme',
  endpoint: 'https://acme.com/bid?k={{.Key}}',
  params: Type.Object({ key: Type.String() }),
  macros: { Key: ({ params }) => params.key },
});
const imp = { id: 'i1', banner: { w: 300, h: 250 }, ext: { bidder: { key: 'k' } } };
const bid = { id: 'b1', impid: 'i1', price: 1, crid: 'c1', own: 'kept without a table of types' };
const recorded = {
  mockBidRequest: { id: 'r1', site: { page: 'p' }, imp: [imp] },
  httpCalls: [
    {
      expectedRequest: { uri: 'https://acme.com/bid?k=k', impIDs: ['i1'] },
      mockResponse: { status: 200, body: { cur: 'EUR', seatbid: [{ bid: [bid] }] } },
    },
  ],
  expectedBidResponses: [{ currency: 'EUR', bids: [{ type: 'banner', bid }] }],
};

/** A folder with this case for the bidder `code`, without tables beside it. */
function folderOf(t: Test, code: string, one: object): string {
  const folder = join(testFolder(t), 'cases');
  mkdirSync(join(folder, code, 'exemplary'), { recursive: true });
  writeFileSync(join(folder, code, 'exemplary/banner.json'), JSON.stringify(one));
  return folder;
}

const endpointOf = (code: string) => (code === acme.code ? acme.facts.endpoint : undefined);

/** The differences reported for this case of acme. */
function differencesOf(t: Test, one: object): string[] {
  const folder = folderOf(t, 'acme', one);
  const { configs, types } = readSet(folder, folder, endpointOf);
  const config = configs['acme']![0]!;
  return readCases(folder, config).flatMap((one) => runCase(one, { bidder: bidderOf(acme), config, types }));
}

t.test('a case runs without tables, and differences are reported', async (t) => {
  const call = recorded.httpCalls[0]!;
  const body = recorded.mockBidRequest;
  const whole = { ...recorded, httpCalls: [{ ...call, expectedRequest: { ...call.expectedRequest, body } }] };
  t.strictSame(differencesOf(t, whole), []);
  t.match(differencesOf(t, recorded), [/^body /], 'a case without a body differs');
  const dear = { ...whole, expectedBidResponses: [{ bids: [{ type: 'banner', bid: { ...bid, price: 2 } }] }] };
  t.match(differencesOf(t, dear), [/^bid 0: .*"price":1[\s\S]*"price":2/]);
});

t.test('a folder that is not named for a bidder is an error', async (t) => {
  const folder = folderOf(t, 'acmes', recorded);
  t.throws(() => readSet(folder, folder, endpointOf), /cases\/acmes has the name of no bidder/);
});
