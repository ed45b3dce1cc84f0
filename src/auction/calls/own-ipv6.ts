/**
 * Decides whether this machine can reach IPv6 addresses. Containers mostly cannot, but the names of bidders have such addresses all the
 * same. Node gives an address up after a quarter of a second if there is another one: without this, a host whose IPv4 address takes longer
 * to connect could never be reached.
 */
import type { LookupAddress } from 'node:dns';
import { isIPv6 } from 'node:net';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

/** `addresses` without those beyond reach, if others are left. */
export function reachableHere(addresses: LookupAddress[]): LookupAddress[] {
  if (addresses.every(({ address }) => !isIPv6(address))) return addresses;
  const own = ownAddresses();
  const others = addresses.filter(({ address }) => !isIPv6(address) || leadsTo(address, own));
  return others.length === 0 ? addresses : others;
}

/** True when `address` is one of IPv6, and this machine has none itself that leads there. */
export function isBeyondReach(address: unknown): boolean {
  return typeof address === 'string' && isIPv6(address) && !leadsTo(address, ownAddresses());
}

/** `::1` leads to this machine alone, and addresses of a link (fe80::) lead nowhere else. */
function leadsTo(ipv6: string, own: readonly NetworkInterfaceInfo[] | null): boolean {
  if (own === null) return true;
  if (ipv6 === '::1') return own.some(({ address }) => address === ipv6);
  return own.some(({ family, internal, address }) => family === 'IPv6' && !internal && !/^fe[89ab]/i.test(address));
}

/** Null if the system does not tell, as under systemd's RestrictAddressFamilies without AF_NETLINK. */
function ownAddresses(): NetworkInterfaceInfo[] | null {
  try {
    return Object.values(networkInterfaces()).flatMap((all = []) => all);
  } catch {
    return null;
  }
}
