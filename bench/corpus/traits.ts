/** What the fixtures' requests ask of the service itself: targeting keys, caching, deals, aliases, currencies, debug output. */
import { hex, pick, whole } from '../farm/chance.ts';
import { svc, type Json, type Piece } from './draft.ts';

/** What browsers send: the targeting that they want, and who they are. */
export const web: Piece = (next) => ({
  request: {
    tmax: pick([500, 800, 1000, 1500], next),
    at: 1,
    cur: ['USD'],
    bcat: ['IAB25', 'IAB26'],
    badv: ['blocked.example'],
    source: { tid: hex(32, next) },
    ext: {
      svc: {
        targeting: {
          pricegranularity: pick(['low', 'med', 'high', 'auto', 'dense'], next),
          includewinners: true,
          includebidderkeys: true,
        },
        channel: { name: 'pbjs', version: '9.20.0' },
      },
    },
  },
});

/** A custom price granularity, and another one for video. */
export const granularity: Piece = () => {
  const ranges = [
    { max: 3, increment: 0.05 },
    { max: 20, increment: 0.5 },
  ];
  const mediatypepricegranularity = { video: { precision: 1, ranges: [{ max: 50, increment: 1 }] } };
  return svc({
    targeting: { pricegranularity: { precision: 2, ranges }, mediatypepricegranularity, includeformat: true },
  });
};

/** Bids, VAST or both are cached. */
export function cached(what: Json): Piece {
  return () => ({ ...svc({ cache: what }), imp: (_, at) => (at % 2 === 0 ? { exp: 120 } : {}) });
}

/** A currency other than the dollar, with or without the request's own rates. */
export function currency(cur: string, own?: Json): Piece {
  return () => ({ request: { cur: [cur], ...(own && { ext: { svc: { currency: own } } }) } });
}

/** Private deals; half of the requests prefer deals. */
export const deals: Piece = (next) => ({
  imp: () => ({
    pmp: {
      private_auction: 0,
      deals: [{ id: `deal-${whole(1, 4, next)}`, bidfloor: 2.5, bidfloorcur: 'USD', at: 3, wseat: ['s1'] }],
    },
  }),
  ...svc({ targeting: { preferdeals: next() < 0.5 } }),
});

/** The first bidder of each imp may bid only with deals; acme needs a line item. */
export const dealsOnly: Piece = () => ({
  imp: ({ ext }) => {
    const { bidder } = (ext as { svc: { bidder: Json } }).svc;
    const [first = ''] = Object.keys(bidder);
    return { ext: { svc: { bidder: { [first]: { dealsonly: true }, acme: { placementId: 7, pgdealsonly: true } } } } };
  },
});

/** Aliases for known bidders, with adjustment factors and a vendor id. */
export const aliases: Piece = () => ({
  imp: () => ({
    ext: { svc: { bidder: { acmetwo: { placementId: 22 }, rubicontwo: { accountId: 1, siteId: 2, zoneId: 3 } } } },
  }),
  ...svc({
    aliases: { acmetwo: 'acme', rubicontwo: 'rubicon' },
    aliasgvlids: { acmetwo: 1001 },
    bidadjustmentfactors: { acmetwo: 0.85, rubicontwo: 1.1, mediatypes: { video: { acmetwo: 0.7 } } },
  }),
});

/** Custom targeting keys from every source. */
export const customKeys: Piece = () =>
  svc({
    adservertargeting: [
      { key: 'k_static', source: 'static', value: 'spring' },
      { key: 'k_page', source: 'bidrequest', value: 'site.page' },
      { key: 'k_tag', source: 'bidrequest', value: 'imp.tagid' },
      { key: 'k_dom_{{BIDDER}}', source: 'bidresponse', value: 'seatbid.bid.adomain.0' },
      { key: 'k_cur', source: 'bidresponse', value: 'cur' },
    ],
  });

/** Several bids per bidder. */
export const multibid: Piece = () =>
  svc({
    multibid: [
      { bidder: 'acme', maxbids: 3, targetbiddercodeprefix: 'ac' },
      { bidders: ['rubicon', 'zenith'], maxbids: 2 },
    ],
  });

/** Event addresses: an account that has them enabled. */
export const events: Piece = () => ({
  request: {
    site: { publisher: { id: 'pub-events' } },
    ext: { svc: { integration: 'web-desk', auctiontimestamp: 1_794_787_000_000, events: {} } },
  },
});

/** Everything that debugging shows. */
export const debug: Piece = () => ({ request: { test: 1, ext: { svc: { debug: true, returnallbidstatus: true } } } });

/** A reason for each imp without a bid. */
export const statuses: Piece = () => svc({ returnallbidstatus: true });

/** Interstitials, whose sizes the service chooses. */
export const interstitial: Piece = () => ({
  request: { device: { ext: { svc: { interstitial: { minwidthperc: 50, minheightperc: 40 } } } } },
  imp: () => ({ instl: 1, banner: { format: [{ w: 1, h: 1 }] } }),
});

/** A rewarded video. */
export const rewarded: Piece = (next) => ({
  imp: () => (next() < 0.5 ? { rwdd: 1 } : { ext: { svc: { is_rewarded_inventory: 1 } } }),
});
