/**
 * Reduces the precision of a place (implementation A 7, 8): cuts addresses, to /24 and /56 unless the account sets other lengths, and
 * rounds coordinates to two decimals.
 */
import { parseAddress } from '../openrtb/addresses.ts';
import type { Geo } from '../openrtb/device.ts';
import { withChanges } from '../openrtb/with-changes.ts';

/** How many leading bits of an address are kept: up to 32 (IPv4) and 128 (IPv6). */
export interface KeptBits {
  readonly ipv4: number;
  readonly ipv6: number;
}

/** The bits kept by default. */
export const standardBits: KeptBits = Object.freeze({ ipv4: 24, ipv6: 56 });

/** The address with only its kept bits; undefined for a text that is not an address. */
export function cutAddress(text: string, kept: KeptBits = standardBits): string | undefined {
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  if (address.kind() === 'ipv4') return cut(address.toByteArray(), kept.ipv4).join('.');
  const bytes = cut(address.toByteArray(), kept.ipv6);
  const groups: string[] = [];
  for (let at = 0; at < bytes.length; at += 2) groups.push(((bytes[at]! << 8) | bytes[at + 1]!).toString(16));
  return compressed(groups);
}

/** The bytes with all but the first `bits` bits zeroed. */
function cut(bytes: readonly number[], bits: number): number[] {
  return bytes.map((byte, at) => {
    const left = Math.min(8, Math.max(0, bits - at * 8));
    return byte & (0xff << (8 - left));
  });
}

/** `geo` with `lat` and `lon` to two decimals; the same object when they have no more. */
export function roundGeo(geo: Geo): Geo {
  return withChanges(geo, { lat: rounded(geo.lat), lon: rounded(geo.lon) });
}

/** Rounds half away from zero. Numbers too large for a coordinate stay as they are. */
function rounded(degrees: number | undefined): number | undefined {
  if (degrees === undefined || Math.abs(degrees) > 1e6) return degrees;
  const size = Math.round(Math.abs(degrees) * 100) / 100;
  return degrees < 0 && size > 0 ? -size : size;
}

/** The text of an IPv6 address, without its trailing zeros. */
function compressed(groups: readonly string[]): string {
  const end = groups.findLastIndex((group) => group !== '0') + 1;
  return end === groups.length ? groups.join(':') : `${groups.slice(0, end).join(':')}::`;
}
