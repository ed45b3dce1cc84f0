/** Decides how a place is made less precise: addresses cut to /24 and /56, coordinates rounded to two decimals (implementation A 7). */
import { parseAddress } from '../openrtb/addresses.ts';
import type { Geo } from '../openrtb/device.ts';
import { withChanges } from '../openrtb/with-changes.ts';

/** Bytes that are kept of an IPv6 address. */
const keptBytes = 7;

/** The address with all but its first 24 (IPv4) or 56 bits (IPv6) zero; undefined for a text that is none. */
export function cutAddress(text: string): string | undefined {
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  if (address.kind() === 'ipv4') return `${text.slice(0, text.lastIndexOf('.'))}.0`;
  const bytes = address.toByteArray();
  const groups: string[] = [];
  for (let at = 0; at < bytes.length; at += 2) {
    const [high, low] = [at, at + 1].map((place) => (place < keptBytes ? bytes[place]! : 0));
    groups.push(((high! << 8) | low!).toString(16));
  }
  return compressed(groups);
}

/** `geo` with `lat` and `lon` to two decimals; the same object when they have no more. */
export function roundGeo(geo: Geo): Geo {
  return withChanges(geo, { lat: rounded(geo.lat), lon: rounded(geo.lon) });
}

/** Half away from zero. A number so great that it is no coordinate stays as it is. */
function rounded(degrees: number | undefined): number | undefined {
  if (degrees === undefined || Math.abs(degrees) > 1e6) return degrees;
  const size = Math.round(Math.abs(degrees) * 100) / 100;
  return degrees < 0 && size > 0 ? -size : size;
}

/** The text of an address whose tail is zero: the zeros that end it are left out. */
function compressed(groups: readonly string[]): string {
  const end = groups.findLastIndex((group) => group !== '0') + 1;
  return `${groups.slice(0, end).join(':')}::`;
}
