/**
 * The sandbox's five bidders and a request that calls them all (interface, 'Commands'): one quick, one steady, one with a deal,
 * one slower than the request's tmax, one failing.
 */
import type { FarmBidder } from './bidder.ts';

/** Five bidders that show every outcome of an auction. */
export const sandboxBidders: readonly FarmBidder[] = [
  {
    code: 'swift',
    latency: { kind: 'fixed', ms: 5 },
    bidRate: 1,
    prices: [0.8, 1.1, 1.35],
    adm: { bytes: 120 },
  },
  {
    code: 'steady',
    latency: { kind: 'lognormal', medianMs: 60, sigma: 0.3 },
    bidRate: 1,
    prices: [1.6, 2.25, 2.9],
    adm: { bytes: 120 },
  },
  {
    code: 'dealer',
    latency: { kind: 'fixed', ms: 40 },
    bidRate: 1,
    prices: [1.5],
    adm: { bytes: 120 },
    dealid: 'sandbox-deal-1',
  },
  {
    code: 'sleepy',
    latency: { kind: 'fixed', ms: 1500 },
    bidRate: 1,
    prices: [9.5],
    adm: { bytes: 120 },
  },
  {
    code: 'broken',
    latency: { kind: 'fixed', ms: 10 },
    bidRate: 1,
    prices: [5],
    adm: { bytes: 120 },
    failure: { rate: 1, kind: 'status500' },
  },
];

/** A bid request (OpenRTB 2.5) that calls all five within 500 ms; `namespace` is the configured extension word. */
export function sandboxRequest(namespace: string): object {
  const bidder = Object.fromEntries(sandboxBidders.map(({ code }) => [code, { placementId: 'sandbox' }]));
  return {
    id: 'sandbox-auction-1',
    imp: [
      {
        id: 'top',
        banner: {
          format: [
            { w: 300, h: 250 },
            { w: 300, h: 600 },
          ],
        },
        ext: Object.fromEntries([[namespace, { bidder }]]),
      },
    ],
    site: { page: 'https://news.example/today', publisher: { id: 'sandbox' } },
    tmax: 500,
    ext: Object.fromEntries([[namespace, { targeting: { includewinners: true, includebidderkeys: true } }]]),
  };
}
