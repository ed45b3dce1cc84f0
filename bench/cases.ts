/**
 * What is measured (performance, 'To reach' and 'Figures to report'): the farm's bidders, and the cases that call them.
 */
import type { FarmBidder } from './farm/bidder.ts';
import type { RequestShape } from './requests.ts';

/**
 * One case: requests of one shape. `concurrency` auctions at a time saturate a server but keep it far from `tmax`, beyond which it
 * would save work by giving up on bidders.
 */
export interface Case {
  readonly name: string;
  readonly shape: RequestShape;
  readonly concurrency: number;
}

/** How long every bidder of the cases thinks; whatever an auction takes beyond that is its added latency. */
export const bidderLatencyMs = 10;

/** The bidders of the cases, and of the micro-benchmarks' plain host. */
export const caseCodes: readonly string[] = Array.from(
  { length: 30 },
  (_, index) => `bidder${String(index + 1).padStart(2, '0')}`,
);

/** How those bidders behave. */
export const caseBidders: readonly FarmBidder[] = caseCodes.map((code): FarmBidder => ({
  code,
  latency: { kind: 'fixed', ms: bidderLatencyMs },
  bidRate: 0.67,
  prices: [0.12, 0.57, 1.05, 1.83, 2.4, 4.71],
  adm: { bytes: 800 },
}));

/** The soak's bidders: four of varying latency, and `laggard`, which always answers later than any `tmax`. */
const soakBidders: readonly FarmBidder[] = [
  ...['brisk', 'calm', 'mild', 'wary'].map((code, index): FarmBidder => ({
    code,
    latency: { kind: 'lognormal', medianMs: 20 + 20 * index, sigma: 0.4 },
    bidRate: 0.6,
    prices: [0.4, 0.9, 1.75, 3.1],
    adm: { bytes: 800 },
  })),
  { code: 'laggard', latency: { kind: 'fixed', ms: 2000 }, bidRate: 1, prices: [9], adm: { bytes: 800 } },
];

/** The first five over https. */
const secureBidders = caseBidders.slice(0, 5).map((bidder, at): FarmBidder => {
  return { ...bidder, code: `secure${at + 1}`, https: true };
});

/** Every bidder that the farm must simulate for the run. */
export const farmBidders: readonly FarmBidder[] = [...caseBidders, ...secureBidders, ...soakBidders];

const tmaxMs = 500;

function shapeOf(imps: number, bytes: number, bidders: number): RequestShape {
  return { kind: 'site', imps, bytes, bidders: caseCodes.slice(0, bidders), tmaxMs, namespace: 'svc' };
}

const usual = shapeOf(3, 4800, 5);

/** The case with targets: 4.8 KB, 3 imps, 5 bidders, targeting on. */
export const mainCase: Case = { name: '4.8 KB, 3 imps, 5 bidders', shape: usual, concurrency: 64 };

/** The main case with five and with ten bidders, at the same concurrency: what one more bidder costs. */
export const marginalCases = {
  few: { name: '5 bidders', shape: usual, concurrency: 32 },
  many: { name: '10 bidders', shape: shapeOf(3, 4800, 10), concurrency: 32 },
} as const satisfies { readonly [name: string]: Case };

/** One curve: how cost grows along an axis; `x` gives the places of the cases on it. */
export interface Growth {
  readonly axis: 'bidders' | 'imps' | 'KB' | 'kind';
  readonly cases: readonly (Case & { readonly x: number | string })[];
}

const oneImp33 = { name: '33 KB, 1 imp', shape: shapeOf(1, 33_000, 5), concurrency: 32 };

/** How cost grows with bidders (of the main request), imps (of 33 KB), bytes (of one imp), and by kind of request and transport. */
export const growthCurves: readonly Growth[] = [
  {
    axis: 'bidders',
    cases: [
      { x: 1, name: '1 bidder', shape: shapeOf(3, 4800, 1), concurrency: 128 },
      { x: 5, ...mainCase },
      { x: 10, name: '10 bidders', shape: shapeOf(3, 4800, 10), concurrency: 32 },
      { x: 30, name: '30 bidders', shape: shapeOf(3, 4800, 30), concurrency: 16 },
    ],
  },
  {
    axis: 'imps',
    cases: [
      { x: 1, ...oneImp33 },
      { x: 10, name: '33 KB, 10 imps', shape: shapeOf(10, 33_000, 5), concurrency: 32 },
      { x: 50, name: '33 KB, 50 imps', shape: shapeOf(50, 33_000, 5), concurrency: 16 },
    ],
  },
  {
    axis: 'KB',
    cases: [
      { x: 2, name: '2 KB, 1 imp', shape: shapeOf(1, 2000, 5), concurrency: 64 },
      { x: 5, name: '5 KB, 1 imp', shape: shapeOf(1, 5000, 5), concurrency: 64 },
      { x: 33, ...oneImp33 },
    ],
  },
  {
    axis: 'kind',
    cases: [
      { x: 'site', ...mainCase },
      {
        x: 'https bidders',
        name: 'https bidders',
        shape: { ...usual, bidders: secureBidders.map(({ code }) => code) },
        concurrency: 64,
      },
      { x: 'app', name: 'app', shape: { ...usual, kind: 'app' }, concurrency: 64 },
      { x: 'video', name: 'video', shape: { ...usual, kind: 'video' }, concurrency: 64 },
    ],
  },
];

/** Every case of the curves except the main one, each once. */
export const growthCases: readonly Case[] = [
  ...new Map(growthCurves.flatMap(({ cases }) => cases.map((one) => [one.name, one] as const))).values(),
].filter(({ name }) => name !== mainCase.name);

/** The soak's requests; each calls `laggard`. */
export const soakCase: Case = {
  name: 'soak',
  shape: { ...usual, bidders: soakBidders.map((bidder) => bidder.code) },
  concurrency: 64,
};
