/** Takes out of user, device, source and AMP parameters what a set of removals names (denials.ts; implementation A 7, the table). */
import type { Device } from '../openrtb/device.ts';
import { isObject, own, without, type JsonObject } from '../openrtb/merge-patch.ts';
import type { Source } from '../openrtb/request.ts';
import type { Ext } from '../openrtb/schema.ts';
import type { User } from '../openrtb/user.ts';
import { withChanges, type Changes } from '../openrtb/with-changes.ts';
import { cutAddress, roundGeo, type KeptBits } from './coarse.ts';
import { removal } from './denials.ts';
import { idNames } from './id-names.ts';

const idsOfDevice: Changes<Device> = {
  ifa: undefined,
  didsha1: undefined,
  didmd5: undefined,
  dpidsha1: undefined,
  dpidmd5: undefined,
  macsha1: undefined,
  macmd5: undefined,
};

const idsOfUser: Changes<User> = {
  id: undefined,
  buyeruid: undefined,
  yob: undefined,
  gender: undefined,
  eids: undefined,
};

const dataOfUser: Changes<User> = { keywords: undefined, kwarray: undefined, data: undefined };

/** The AMP parameters that are addresses. */
const addressesOfAmp: ReadonlySet<string> = new Set(['ip', 'ipv6']);

const anyEids = removal.ids | removal.eids;

const noGeo = Object.freeze({});

/** The user without what `removals` name; the same object when it has none of it. In each place of `eids`: some bidders take those of first-party data (of which `eidpermissions` say nothing). */
export function scrubUser(user: User, removals: number): User {
  const hidden: string[] = [];
  if (removals & anyEids) hidden.push('eids');
  if (removals & removal.data) hidden.push('data');
  const { ext, geo } = user;
  return withChanges(user, {
    ...(removals & removal.ids && idsOfUser),
    ...(removals & removal.eids && { eids: undefined }),
    ...(removals & removal.data && dataOfUser),
    ...(isObject(ext) && { ext: orNone(scrubExt(ext, hidden), ext) }),
    ...(isObject(geo) && { geo: scrubGeo(geo, removals) }),
  });
}

function scrubExt(ext: Ext, hidden: readonly string[]): Ext {
  const left = without(ext, hidden);
  const data = own(left, 'data');
  return hidden.includes('eids') && isObject(data)
    ? withChanges(left, { data: orNone(without(data, ['eids']), data) })
    : left;
}

/** The device without what `removals` name; the same object when it has none of it. Where addresses are cut, `kept` bits stay. */
export function scrubDevice(device: Device, removals: number, kept?: KeptBits): Device {
  const { geo, ip, ipv6 } = device;
  const cut = (removals & removal.precision) !== 0;
  return withChanges(device, {
    ...(removals & removal.ids && idsOfDevice),
    ...(isObject(geo) && { geo: scrubGeo(geo, removals) }),
    ...(cut && ip !== undefined && { ip: cutAddress(ip, kept) }),
    ...(cut && ipv6 !== undefined && { ipv6: cutAddress(ipv6, kept) }),
  });
}

/** The source without its transaction id when `removals` name it; the same object when it has none. */
export function scrubSource(source: Source, removals: number): Source {
  return removals & removal.tids ? withChanges(source, { tid: undefined }) : source;
}

/** What to take out of parameters; where addresses are cut, `kept` bits stay. */
interface AmpScrub {
  readonly removals: number;
  readonly kept?: KeptBits | undefined;
}

/** The request's `ext` with the parameters of an AMP page without what `removals` name; the same object when they have none of it. */
export function scrubAmp<E extends JsonObject>(ext: E, namespace: string, { removals, kept }: AmpScrub): E {
  if ((removals & (removal.ids | removal.precision)) === 0) return ext;
  const svc = own(ext, namespace);
  const amp = isObject(svc) ? own(svc, 'amp') : undefined;
  const data = isObject(amp) ? own(amp, 'data') : undefined;
  if (!isObject(svc) || !isObject(amp) || !isObject(data)) return ext;
  const changes: { [name: string]: string | undefined } = {};
  for (const [name, value] of Object.entries(data)) {
    const known = name.toLowerCase();
    if (removals & removal.ids && idNames.has(known)) changes[name] = undefined;
    if (removals & removal.precision && addressesOfAmp.has(known)) changes[name] = cutAddress(String(value), kept);
  }
  const left = withChanges(data, changes);
  return left === data ? ext : { ...ext, [namespace]: { ...svc, amp: { ...amp, data: left } } };
}

/** The `ext` of an imp without its transaction id; the same object when it has none, undefined when nothing else was in it. */
export function withoutTid<E extends object>(ext: E): E | undefined {
  return orNone(without(ext, ['tid']), ext);
}

function scrubGeo<G extends NonNullable<Device['geo']>>(geo: G, removals: number): G {
  if (removals & removal.geo) return Object.keys(geo).length === 0 ? geo : (noGeo as G);
  return removals & removal.precision ? (roundGeo(geo) as G) : geo;
}

/** An `ext` that nothing is left in is no `ext`; one that was empty before stays. */
function orNone<E extends object>(left: E, before: E): E | undefined {
  return left !== before && Object.keys(left).length === 0 ? undefined : left;
}
