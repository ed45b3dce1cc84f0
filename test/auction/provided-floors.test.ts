/** A provider's floors reach the threads that shape auctions, and replace those of the request (Prebid Server, 'Floor Fetching'). */
import t from 'tap';
import { postAuction, requestFor } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { startService } from '../support/service.ts';
import { startTextServer } from '../support/text-server.ts';
import { until } from '../support/until.ts';

const floors = (value: number): string =>
  JSON.stringify({ currency: 'EUR', modelGroups: [{ schema: { fields: ['mediaType'] }, values: { banner: value } }] });

const own = { modelGroups: [{ schema: { fields: ['size'] }, values: { '*': 1 } }] };
const request = requestFor({ bidderA: {} }, { test: 1, ext: { svc: { floors: { floorMin: 3, data: own } } } });

interface Answer {
  readonly ext: {
    readonly debug: { readonly resolvedrequest: { readonly imp: object[]; readonly ext: object } };
  };
}

for (const workers of [0, 1]) {
  t.test(`fetched floors replace those of the request, with ${workers} threads`, async (t) => {
    const server = await startTextServer(t, { text: floors(5) });
    const bidders = await startBidders(t);
    const service = await startService(t, {
      workers,
      bidders: bidders.settings('bidderA'),
      priceFloors: { providerHosts: ['127.0.0.1'] },
      accounts: { defaults: { priceFloors: { enabled: true, fetch: { url: server.url } } } },
    });
    const resolved = async () => {
      const response = await postAuction(service.url, request);
      return ((await response.json()) as Answer).ext.debug.resolvedrequest;
    };
    t.match(await resolved(), {
      imp: [{ bidfloor: 3, bidfloorcur: 'USD' }],
      ext: { svc: { floors: { location: 'request', data: own } } },
    });
    t.ok(await until(async () => JSON.stringify(await resolved()).includes('"location":"fetch"')));
    t.match(await resolved(), {
      imp: [{ bidfloor: 5, bidfloorcur: 'EUR' }],
      ext: { svc: { floors: { floorMin: 3, skipped: false, data: JSON.parse(floors(5)) as object } } },
    });
    t.equal(server.asked(), 1);
    t.match(
      await service.metrics(),
      /^gavel_floor_providers_failing 0$[^]*^gavel_floor_fetches_total\{result="ok"\} 1$/m,
    );
  });
}

t.test('warnings about groups of a provider name the provider, not the request', async (t) => {
  const bad = { schema: { fields: ['colour'] }, values: { red: 1, blue: 2 } };
  const unfit = { schema: { fields: ['size'] }, values: { 'a|b': 1, '*': 2 } };
  const server = await startTextServer(t, { text: JSON.stringify({ modelGroups: [bad, unfit] }) });
  const service = await startService(t, {
    bidders: { bidderA: { endpoint: 'http://127.0.0.1:9/' } },
    priceFloors: { providerHosts: ['127.0.0.1'] },
    accounts: { defaults: { priceFloors: { enabled: true, fetch: { url: server.url } } } },
  });
  const ask = async () => {
    const response = await postAuction(service.url, request);
    return (await response.json()) as { readonly ext: { readonly warnings?: object } };
  };
  t.ok(await until(async () => (await ask()).ext.warnings !== undefined));
  t.match((await ask()).ext.warnings, {
    general: [
      { code: 10009, message: /^the provider's data\.modelGroups\[0\]\.schema\.fields\[0\] is not a floors field/ },
      { code: 10009, message: /^the provider's data\.modelGroups: 1 of its rules, such as "a\|b"/ },
    ],
  });
});
