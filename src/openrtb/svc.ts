/** The service's own extension of a whole request, `ext.<namespace>` (spec 2.2, 4.1). `svc` stands for the namespace. */
import { Type, type Static } from 'typebox';
import { warningCode } from '../errors.ts';
import { Device } from './device.ts';
import { EidPermission } from './eid-permission.ts';
import { App, DOOH, Site } from './inventory.ts';
import { own } from './json-object.ts';
import { type BidRequest, SupplyChain } from './request.ts';
import { AnyObject, extFields, fields, forgiving, mapOf, NamesOrNull, patchOf, Strings } from './schema.ts';
import { Floors } from './svc-floors.ts';
import { podFields } from './svc-pods.ts';
import { BidAdjustmentFactors, BidAdjustments, Granularity } from './svc-pricing.ts';
import { User } from './user.ts';

/** A reference to stored JSON. */
export const Stored = fields({ id: Type.String() });

/**
 * The response of a whole auction (spec 4.1.6; implementation B 1): a stored one, or its seats themselves, whose shape the stages check.
 */
export const StoredAuction = fields({
  id: Type.String(),
  seatbidarr: Type.Array(Type.Unsafe<unknown>({})),
  seatbidobj: AnyObject,
});

/** Which ad-server keys to make (spec 4.1.3). */
export const Targeting = fields({
  pricegranularity: Granularity,
  mediatypepricegranularity: mapOf(Granularity),
  includewinners: Type.Boolean(),
  includebidderkeys: Type.Boolean(),
  includeformat: Type.Boolean(),
  preferdeals: Type.Boolean(),
  alwaysincludedeals: Type.Boolean(),
  prefix: Type.String(),
  truncateattrchars: Type.Integer(),
  ...podFields,
});
/** Which ad-server keys to make. */
export type Targeting = Static<typeof Targeting>;

const CacheWhat = fields({ ttlseconds: Type.Integer(), returnCreative: Type.Boolean() });

/** What to keep in the bid cache (spec 4.1.4). */
export const CacheOptions = fields({ bids: CacheWhat, vastxml: CacheWhat });
/** What to keep in the bid cache. */
export type CacheOptions = Static<typeof CacheOptions>;

/** A supply chain for some bidders. */
export const BidderSchain = fields({ bidders: NamesOrNull, schain: SupplyChain });
/** A supply chain for some bidders. */
export type BidderSchain = Static<typeof BidderSchain>;

/** First-party data for some bidders (spec 4.1.10). */
export const BidderConfig = fields({
  bidders: Strings,
  config: fields({
    ortb2: fields({
      site: patchOf(Site),
      app: patchOf(App),
      dooh: patchOf(DOOH),
      user: patchOf(User),
      device: patchOf(Device),
    }),
  }),
});
/** First-party data for some bidders. */
export type BidderConfig = Static<typeof BidderConfig>;

/** `ext.svc.bidderconfig`: a list, or a single one. */
const BidderConfigs = Type.Union([Type.Array(BidderConfig), BidderConfig]);

/** One custom targeting key (spec 4.1.11). */
const AdServerTargeting = fields({ key: Type.String(), source: Type.String(), value: Type.String() });

/** How many bids a bidder may bring (spec 4.1.14). */
const Multibid = fields({
  bidder: Type.String(),
  bidders: Strings,
  maxbids: Type.Integer(),
  targetbiddercodeprefix: Type.String(),
});

/** The most bids that an entry may ask for (spec 8). */
export const mostMaxbids = 9;

/** The number of one bidder's bids on an imp that an entry asks for, clamped to what the service allows (spec 8). */
export function servedMaxbids(asked: number): number {
  return Math.min(Math.max(asked, 1), mostMaxbids);
}

/** `ext.svc` of the request. */
export const RequestSvc = extFields({
  aliases: mapOf(Type.String()),
  aliasgvlids: mapOf(Type.Integer()),
  bidderparams: mapOf(AnyObject),
  bidadjustmentfactors: BidAdjustmentFactors,
  floors: Floors,
  bidadjustments: BidAdjustments,
  targeting: Targeting,
  cache: CacheOptions,
  storedrequest: Stored,
  storedauctionresponse: StoredAuction,
  profiles: Strings,
  currency: fields({ rates: mapOf(mapOf(Type.Number())), usepbsrates: Type.Boolean() }),
  schains: Type.Array(BidderSchain),
  data: fields({
    bidders: Strings,
    eidpermissions: Type.Array(forgiving(EidPermission, warningCode.eids)),
  }),
  bidderconfig: BidderConfigs,
  biddercontrols: mapOf(fields({ prefmtype: Type.String() })),
  adservertargeting: Type.Array(forgiving(AdServerTargeting, warningCode.adServerTargeting)),
  multibid: Type.Array(forgiving(Multibid, warningCode.multibid)),
  debug: Type.Boolean(),
  'no-sale': Strings,
  nosale: Strings,
  integration: Type.String(),
  channel: fields({ name: Type.String(), version: Type.String() }),
  auctiontimestamp: Type.Integer(),
  amp: fields({ data: mapOf(Type.String()) }),
  events: fields({ enabled: Type.Boolean() }),
  returnallbidstatus: Type.Boolean(),
  createtids: Type.Boolean(),
  supportdeals: Type.Boolean(),
});
/** `ext.svc` of the request. */
export type RequestSvc = Static<typeof RequestSvc>;

/** `ext.<namespace>` of a request whose types have been checked; undefined for none. */
export function requestSvc({ ext }: Pick<BidRequest, 'ext'>, namespace: string): RequestSvc | undefined {
  return own(ext, namespace) as RequestSvc | undefined;
}

/** The entries of `bidderconfig`, which may be a single one. */
export function bidderConfigs({ bidderconfig = [] }: RequestSvc): readonly BidderConfig[] {
  return Array.isArray(bidderconfig) ? bidderconfig : [bidderconfig];
}
