/** Removes from user, device, source and AMP parameters what a set of removals names (denials.ts; implementation A 7, the table). */
import type { Device } from '../openrtb/device.ts';
import { isObject, own, without, type JsonObject } from '../openrtb/json-object.ts';
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

/** The AMP parameters that hold addresses. */
const addressesOfAmp: ReadonlySet<string> = new Set(['ip', 'ipv6']);

const anyEids = removal.ids | removal.eids;

const noGeo = Object.freeze({});

/**
 * The user without what `removals` names; the same object when nothing changes. If it names eids, all of them are removed: some bidders
 * read those of first-party data, to which `eidpermissions` does not apply.
 */
export function scrubUser(user: User, removals: number): User {
  const hidden: string[] = [];
  if (removals & anyEids) hidden.push('eids');
  if (removals & removal.data) hidden.push('data');
  const { ext, geo } = user;
  return withChanges(user, {
    ...(removals & removal.ids && idsOfUser),
    ...(removals & removal.eids && { eids: undefined }),
    ...(removals & removal.data && dataOfUser),
    ...(isObject(ext) && { ext: unlessEmptied(scrubExt(ext, hidden), ext) }),
    ...(isObject(geo) && { geo: scrubGeo(geo, removals) }),
  });
}

function scrubExt(ext: Ext, hidden: readonly string[]): Ext {
  const left = without(ext, hidden);
  const data = own(left, 'data');
  return hidden.includes('eids') && isObject(data)
    ? withChanges(left, { data: unlessEmptied(without(data, ['eids']), data) })
    : left;
}

/**
 * The device without what `removals` names; the same object when nothing changes. `kept` is how much of addresses stays when they are cut.
 */
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

/** The source without its transaction id if `removals` names it; the same object when nothing changes. */
export function scrubSource(source: Source, removals: number): Source {
  return removals & removal.tids ? withChanges(source, { tid: undefined }) : source;
}

/** What to remove from parameters. `kept` is how much of addresses stays when they are cut. */
interface AmpScrub {
  readonly removals: number;
  readonly kept?: KeptBits | undefined;
}

/** The request's `ext` with the AMP parameters scrubbed by `removals`; the same object when nothing changes. */
export function scrubAmp<E extends JsonObject>(ext: E, namespace: string, { removals, kept }: AmpScrub): E {
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

/** An imp's `ext` without its transaction id; the same object when it has none, undefined when nothing else was in it. */
export function withoutTid<E extends object>(ext: E): E | undefined {
  return unlessEmptied(without(ext, ['tid']), ext);
}

function scrubGeo<G extends NonNullable<Device['geo']>>(geo: G, removals: number): G {
  if (removals & removal.geo) return Object.keys(geo).length === 0 ? geo : (noGeo as G);
  return removals & removal.precision ? (roundGeo(geo) as G) : geo;
}

/** Drops an object that has become empty; one that was empty before stays. */
function unlessEmptied<E extends object>(left: E, before: E): E | undefined {
  return left !== before && Object.keys(left).length === 0 ? undefined : left;
}
