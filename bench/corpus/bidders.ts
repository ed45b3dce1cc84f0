/** The fixtures' bidders: their params, and what their bids contain besides OpenRTB. */
import { mediaTypes, type MediaType } from '../../src/openrtb/media-types.ts';
import { hex, pick, whole, type Next } from '../farm/chance.ts';
import type { Json } from './draft.ts';

/** How one bidder behaves. */
export interface BidderHabits {
  readonly types: readonly MediaType[];
  readonly params: (next: Next) => Json;
  /** Members that this bidder adds to a bid. */
  readonly bid?: (type: MediaType) => Json;
  /** Headers of its reply to a call for this media type. */
  readonly headers?: (type: MediaType) => { readonly [name: string]: string };
  /** The currency of its replies; default USD. */
  readonly cur?: string;
}

const display: readonly MediaType[] = ['banner', 'video', 'native'];

const mtype = (type: MediaType): Json => ({ mtype: mediaTypes.indexOf(type) + 1 });
const extType = (type: MediaType): Json => ({ ext: { prebid: { type } } });
const plain = (next: Next): Json => ({ placementId: whole(1_000_000, 9_999_999, next), siteId: hex(8, next) });

const habits: { readonly [code: string]: BidderHabits } = {
  acme: { types: [...display, 'audio'], params: plain, bid: mtype },
  zenith: {
    types: [...display, 'audio'],
    params: (next) => ({ zone: `z-${hex(6, next)}`, tier: pick([1, 2, 3], next) }),
  },
  nordic: { types: display, params: plain, bid: mtype, cur: 'EUR' },
  pacific: { types: display, params: plain, bid: extType, cur: 'JPY' },
  acmedirect: { types: display, params: plain, bid: mtype },
  appnexus: {
    types: display,
    params: (next) => ({
      placement_id: whole(10_000_000, 99_999_999, next),
      ...(next() < 0.3 && { keywords: { genre: ['news', 'sport'], tier: ['gold'] } }),
      ...(next() < 0.3 && { reserve: 0.25, position: 'above' }),
    }),
    bid: (type) => ({
      ext: {
        appnexus: { bid_ad_type: mediaTypes.indexOf(type), brand_category_id: 9, auction_id: 8189378542222915000 },
      },
    }),
  },
  rubicon: {
    types: display,
    params: (next) => ({
      accountId: 1001,
      siteId: whole(100_000, 200_000, next),
      zoneId: whole(1_000_000, 2_000_000, next),
      ...(next() < 0.5 && { inventory: { rating: ['5-star'], prodtype: ['tablet', 'mobile'] } }),
    }),
    bid: extType,
  },
  pubmatic: {
    types: display,
    params: (next) => ({
      publisherId: '156276',
      adSlot: `slot-${whole(1, 9, next)}@300x250`,
      ...(next() < 0.5 && {
        keywords: [{ key: 'pmZoneID', value: ['zone1', 'zone2'] }],
        wrapper: { profile: 9, version: 1 },
      }),
    }),
    bid: (type) => ({ ...mtype(type), cat: ['IAB1', 'IAB2'], ext: { dspid: 6, advid: 4471 } }),
  },
  ix: {
    types: [...display, 'audio'],
    params: (next) => ({ siteId: String(whole(500_000, 600_000, next)), size: [300, 250] }),
    bid: mtype,
  },
  openx: {
    types: display,
    params: (next) => ({
      unit: String(whole(539_000_000, 540_000_000, next)),
      delDomain: 'reader-d.openx.net',
      customParams: { section: ['a', 'b'] },
    }),
    bid: (type) => ({ ...mtype(type), ext: { dsp_id: '85', buyer_id: '537072', brand_id: '12' } }),
  },
  triplelift: {
    types: ['banner', 'video'],
    params: (next) => ({ inventoryCode: `reader_main_${whole(1, 20, next)}`, floor: 0.2 }),
    bid: (type) => ({ ext: { triplelift_pb: { format: type === 'video' ? 11 : 10 } } }),
  },
  sovrn: {
    types: ['banner', 'video'],
    params: (next) => ({ tagid: String(whole(300_000, 400_000, next)), bidfloor: 0.1 }),
  },
  criteo: {
    types: display,
    params: (next) => ({ zoneId: whole(1, 2_000_000, next), networkId: 7712, pubid: 'reader' }),
    bid: (type) => ({ ext: { prebid: { type }, meta: { networkName: 'Network & Söhne' } } }),
  },
  smaato: {
    types: display,
    params: (next) => ({ publisherId: '1100042525', adspaceId: String(whole(130_563_103, 130_600_000, next)) }),
    headers: (type) => ({ 'x-smt-adtype': type === 'banner' ? 'Img' : type, 'x-smt-expires': '1794787300000' }),
  },
  adf: { types: display, params: (next) => ({ mid: whole(100_000, 999_999, next), priceType: 'gross' }), bid: extType },
  sharethrough: { types: display, params: (next) => ({ pkey: hex(24, next), bcat: ['IAB25'] }), bid: extType },
  onetag: { types: display, params: () => ({ pubId: '2f1b9c0d8e7a', ext: { key1: 'val1' } }) },
  adhese: {
    types: ['banner', 'video'],
    params: () => ({ account: 'reader', location: '_home_', format: 'billboard', targets: { ci: ['gent'] } }),
  },
  smartadserver: {
    types: [...display, 'audio'],
    params: (next) => ({ networkId: 73, siteId: 1, pageId: 2, formatId: whole(3, 40_000, next) }),
    bid: mtype,
  },
};

const byCode = new Map(Object.entries(habits));

/** A bidder's habits; `code` must be one of the fixtures' bidders. */
export function habitsOf(code: string): BidderHabits {
  return byCode.get(code)!;
}

/** Codes of the bidders that offer this media type. */
function biddersFor(type: MediaType): string[] {
  return [...byCode].filter(([, { types }]) => types.includes(type)).map(([code]) => code);
}

/** `count` different bidders for this media type. */
export function someBidders(count: number, type: MediaType, next: Next): string[] {
  const left = biddersFor(type);
  const chosen: string[] = [];
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(Math.floor(next() * left.length), 1));
  return chosen;
}
