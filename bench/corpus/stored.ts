/** The fixtures' stored data and host texts: the files beside the requests in `bench/fixtures`. */
import { impFor, banner, video } from './imps.ts';
import { compose, type Json, type Piece } from './draft.ts';
import { makeSequence } from '../farm/chance.ts';

const storedImp = (seed: number, codes: readonly string[], media = banner): Json => {
  const { request } = compose([impFor(codes, media)], makeSequence(seed), 0);
  return (request['imp'] as readonly Json[])[0]!;
};

const ampRequest: Json = {
  imp: [{ ...storedImp(7, ['acme', 'rubicon', 'appnexus']), id: 'amp-slot' }],
  site: { page: 'https://amp.reader.example/a', publisher: { id: 'pub-4711' } },
  ext: { svc: { targeting: { pricegranularity: 'high' }, cache: { bids: {} } } },
};

const bidResponse: Json = {
  cur: 'USD',
  seatbid: [
    {
      seat: 'acme',
      bid: [{ id: 'stored-1', impid: '##PBSIMPID##', price: 2.75, crid: 'c1', adm: '<b>stored</b>', mtype: 1 }],
    },
  ],
};

/** Files below `bench/fixtures`, by path. */
export const storedFiles: { readonly [path: string]: unknown } = {
  'stored/requests/page-1.json': ampRequest,
  'stored/requests/defaults.json': {
    tmax: 900,
    cur: ['EUR'],
    ext: { svc: { targeting: { includewinners: true, pricegranularity: 'dense' } } },
  },
  'stored/imps/leaderboard.json': storedImp(11, ['acme', 'rubicon', 'pubmatic']),
  'stored/imps/player.json': { ...storedImp(12, ['acme', 'appnexus'], video(1)), id: 'player' },
  'stored/responses/direct.json': [
    { seat: 'house', bid: [{ id: 'd1', impid: 'any', price: 4.2, crid: 'h1', adm: '<i>house</i>' }] },
  ],
  'stored/responses/canned.json': bidResponse,
  'stored/accounts/pub-4711.json': {
    targeting: { truncateKeyLength: 20 },
    cache: { bannerTtlSeconds: 300, videoTtlSeconds: 1500 },
  },
  'stored/accounts/pub-events.json': { events: { enabled: true }, defaultBidLimit: 2 },
  'stored/accounts/pub-closed.json': { disabled: true },
  'rates.json': {
    conversions: { USD: { EUR: 0.8613, GBP: 0.7621, JPY: 155.21 }, EUR: { SEK: 10.987 } },
    dataAsOf: '2026-11-20',
  },
  'line-items.json': [
    {
      id: 'l1',
      bidder: 'acme',
      dealid: 'deal-2',
      targeting: { 'imp.tagid': ['top', 'side'], 'site.publisher.id': 'pub-4711' },
      startsAt: '2020-01-01T00:00:00Z',
      endsAt: '2100-01-01T00:00:00Z',
    },
  ],
  'vendor-lists/v3/vendor-list-v120.json': vendorList(),
};

function vendorList(): Json {
  const ids = [10, 13, 28, 32, 45, 50, 52, 69, 76, 80, 82, 91, 241, 553, 1001, 1002, 1003];
  const vendors = ids.map((id, at) => [
    id,
    {
      id,
      purposes: [1, 3, 4],
      legIntPurposes: at % 2 === 1 ? [2, 7, 10] : [2, 7],
      flexiblePurposes: at % 3 === 0 ? [] : [2],
      specialFeatures: at % 4 === 0 ? [1] : [],
    },
  ]);
  return { gvlSpecificationVersion: 3, vendorListVersion: 120, vendors: Object.fromEntries(vendors) as Json };
}

/** An AMP page with its query. */
export function ampPage(query: string): Piece {
  return (_, number) => ({
    method: 'GET',
    path: `/openrtb2/amp?tag_id=page-1&slot=s${number}&curl=https%3A%2F%2Famp.reader.example%2Fa&${query}`,
    headers: { 'user-agent': 'Mozilla/5.0 AMP', 'x-forwarded-for': '81.2.69.160', 'x-forwarded-proto': 'https' },
  });
}

/** A request that builds on a stored request, with imps that build on stored imps. */
export const storedParts: Piece = () => ({
  request: { ext: { svc: { storedrequest: { id: 'defaults' } } } },
  imp: (_, at) => ({ ext: { svc: { storedrequest: { id: at % 2 === 0 ? 'leaderboard' : 'player' } } } }),
});

/** The first imp has a stored auction response; in the others one bidder has a stored reply. */
export const storedAnswers: Piece = () => ({
  imp: (_, at) => {
    const own =
      at === 0
        ? { storedauctionresponse: { id: 'direct' } }
        : { storedbidresponse: [{ bidder: 'acme', id: 'canned' }] };
    return { ext: { svc: own } };
  },
});
