/** The service's own extension in the parts of a request: imp, user, device, app, publisher (spec 2.2, 4.1). `svc` is the namespace. */
import { Type, type Static } from 'typebox';
import type { Device } from './device.ts';
import type { Imp } from './imp.ts';
import type { Publisher } from './inventory.ts';
import { own } from './json-object.ts';
import { AnyObject, extFields, fields, mapOf, Strings } from './schema.ts';
import { ImpFloors } from './svc-floors.ts';
import { Stored, StoredAuction } from './svc.ts';
import type { User } from './user.ts';

/**
 * Params by bidder. Their content is each bidder's own business, and params that are no object cost only that bidder; in an object, the two
 * flags that the service reads itself are checked (spec 4.1.13).
 */
const BidderParams = mapOf(
  Type.Unsafe<unknown>({ properties: { dealsonly: Type.Boolean(), pgdealsonly: Type.Boolean() } }),
);

/** `imp.ext.svc`. */
export const ImpSvc = extFields({
  bidder: BidderParams,
  imp: mapOf(AnyObject),
  storedrequest: Stored,
  storedauctionresponse: StoredAuction,
  profiles: Strings,
  storedbidresponse: Type.Array(fields({ bidder: Type.String(), id: Type.String(), replaceimpid: Type.Boolean() })),
  is_rewarded_inventory: Type.Integer(),
  options: fields({ echovideoattrs: Type.Boolean() }),
  floors: ImpFloors,
});
/** `imp.ext.svc`. */
export type ImpSvc = Static<typeof ImpSvc>;

/** `ext.<namespace>` of an imp whose types have been checked; undefined for none. */
export function impSvc({ ext }: Imp, namespace: string): ImpSvc | undefined {
  return own(ext, namespace) as ImpSvc | undefined;
}

/** Members of `imp.ext.svc` that only the service reads (decisions, 'What bidders do not see'). */
export const hiddenImpMembers = [
  'bidder',
  'imp',
  'profiles',
  'storedrequest',
  'storedauctionresponse',
  'storedbidresponse',
];

/** `user.ext.svc`. */
export const UserSvc = extFields({ buyeruids: mapOf(Type.String()) });
/** `user.ext.svc`. */
export type UserSvc = Static<typeof UserSvc>;

/** `ext.<namespace>` of a user whose types have been checked; undefined for none. */
export function userSvc(user: User | undefined, namespace: string): UserSvc | undefined {
  return own(user?.ext, namespace) as UserSvc | undefined;
}

/** `device.ext.svc`: the least sizes of an interstitial, in percent of the largest. */
export const DeviceSvc = extFields({
  interstitial: fields({ minwidthperc: Type.Number(), minheightperc: Type.Number() }),
});
/** `device.ext.svc`. */
export type DeviceSvc = Static<typeof DeviceSvc>;

/** `ext.<namespace>` of a device whose types have been checked; undefined for none. */
export function deviceSvc(device: Device | undefined, namespace: string): DeviceSvc | undefined {
  return own(device?.ext, namespace) as DeviceSvc | undefined;
}

/** `app.ext.svc`: name and version of the SDK. */
export const AppSvc = extFields({ source: Type.String(), version: Type.String() });

/** `publisher.ext.svc` of site, app and dooh: `parentAccount` beats `publisher.id` as the account. */
export const PublisherSvc = extFields({ parentAccount: Type.String() });
type PublisherSvc = Static<typeof PublisherSvc>;

/** `ext.<namespace>` of a publisher whose types have been checked; undefined for none. */
export function publisherSvc(publisher: Publisher | undefined, namespace: string): PublisherSvc | undefined {
  return own(publisher?.ext, namespace) as PublisherSvc | undefined;
}
