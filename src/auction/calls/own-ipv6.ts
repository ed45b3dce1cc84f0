/**
 * Decides whether this machine can reach IPv6 addresses. Containers mostly cannot, but the names of bidders have such addresses all the
 * same. Node gives an address up after a quarter of a second if there is another one: without this, a host whose IPv4 address takes longer
 * to connect could never be reached.
 */
import type { LookupAddress } from 'node:dns';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** `addresses` without those of IPv6, if this machine has no IPv6 address itself and others are left. */
export function reachableHere(addresses: LookupAddress[]): LookupAddress[] {
  const others = addresses.filter(({ address }) => !isIPv6(address) || address === '::1');
  if (others.length === 0 || others.length === addresses.length) return addresses;
  return hasIpv6() ? addresses : others;
}

/** True when `address` is one of IPv6, and this machine has none itself. */
export function isBeyondReach(address: unknown): boolean {
  return typeof address === 'string' && isIPv6(address) && !hasIpv6();
}

/** Addresses of a link (fe80::) lead nowhere else. */
function hasIpv6(): boolean {
  const interfaces = ownInterfaces();
  if (interfaces === null) return true;
  return Object.values(interfaces).some((all = []) =>
    all.some(({ family, internal, address }) => family === 'IPv6' && !internal && !/^fe[89ab]/i.test(address)),
  );
}

/** Null if the system does not tell, as under systemd's RestrictAddressFamilies without AF_NETLINK. */
function ownInterfaces(): ReturnType<typeof networkInterfaces> | null {
  try {
    return networkInterfaces();
  } catch {
    return null;
  }
}
