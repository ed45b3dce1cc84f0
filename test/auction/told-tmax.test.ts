/** The tmax that bidders get is what is left of the auction's time, never more (decisions, `tmax`). */
import t from 'tap';
import { postAuction, requestFor } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { startService } from '../support/service.ts';

const bidders = await startBidders(t);
// So long that no machine is late by half of it: speed does not matter here.
const bounds = { tmaxDefaultMs: 50_000, tmaxMinMs: 40_000, tmaxMaxMs: 60_000 };
const auction = { ...bounds, networkReserveMs: 150, responseReserveMs: 50 };
const service = await startService(t, { auction, bidders: bidders.settings('bidderA') });

/** The tmax that bidderA gets, and the one that the answer echoes. */
async function ask(tmax: number | undefined): Promise<{ told: number; echoed: unknown }> {
  bidders.forget();
  const response = await postAuction(service.url, requestFor({ bidderA: {} }, { tmax }));
  const answer = (await response.json()) as { ext: { tmaxrequest?: number } };
  const { tmax: told } = bidders.received('bidderA')[0]!.body as { tmax: number };
  return { told, echoed: answer.ext.tmaxrequest };
}

for (const [what, tmax, mostMs] of [
  ['of the request', 45_000, 44_800],
  ['of the host by default', undefined, 49_800],
  ['raised to the minimum', 1, 39_800],
  ['lowered to the maximum', 600_000, 59_800],
] as const) {
  t.test(`a bidder gets the tmax ${what}, less the reserves`, async (t) => {
    const { told, echoed } = await ask(tmax);
    t.equal(echoed, tmax, 'the answer echoes what the request said');
    t.ok(Number.isInteger(told) && told <= mostMs, `${told} ms of at most ${mostMs}`);
    t.ok(told > mostMs / 2, 'not much less');
  });
}
