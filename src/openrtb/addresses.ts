/**
 * Decides which texts are IP addresses or blocks of them, and which addresses are public
 * (decisions, 'Implicit fields', 'Client address'; private ranges of implementation A 1.5).
 */
import ipaddr from 'ipaddr.js';

/** A parsed address: `kind()` tells the family. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A CIDR block: its address and how many leading bits count. */
type Block = readonly [Address, number];

/** The longest text an IPv6 address has, its last four bytes written as IPv4. */
const maxLength = 45;

const blocks = (...cidrs: string[]): Block[] => cidrs.map((cidr) => ipaddr.parseCIDR(cidr));

/** Addresses of the machine itself. */
const loopbackBlocks: readonly Block[] = blocks('127.0.0.0/8', '::1/128');

/** Networks that are not reachable from outside; loopback is not among them. */
const privateBlocks: readonly Block[] = blocks(
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
);

/** Addresses of no single machine: unspecified, broadcast, multicast (as with implementation B), documentation. */
const nobodysBlocks = blocks('0.0.0.0/32', '255.255.255.255/32', '224.0.0.0/4', '::/128', 'ff00::/8', '2001:db8::/32');
/** IPv4-compatible addresses, which are no longer used: where one leads anywhere, it is through a tunnel of this machine. */
const compatibleBlocks = blocks('::/96');
const notPublic: readonly Block[] = [...loopbackBlocks, ...privateBlocks, ...nobodysBlocks];

/** Four decimal numbers without leading zeros; the parser also accepts octal and hexadecimal ones, and fewer than four. */
const dotted = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/;

/** Reads four decimal numbers or an IPv6 address without zone; undefined for any other text. */
export function parseAddress(text: string): Address | undefined {
  if (text.length > maxLength) return undefined;
  try {
    if (dotted.test(text)) return ipaddr.IPv4.parse(text);
    return text.includes(':') && !text.includes('%') ? ipaddr.IPv6.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The IPv4 address inside an IPv4-mapped IPv6 one; any other address as it is. */
export function unwrapMapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Reads one of `trustedProxies`: `loopback`, `private`, a CIDR block or an address; undefined for any other text. */
export function readBlocks(text: string): readonly Block[] | undefined {
  if (text === 'loopback') return loopbackBlocks;
  if (text === 'private') return privateBlocks;
  const [base = '', bits, ...rest] = text.split('/');
  const address = parseAddress(base);
  if (!address || rest.length > 0) return undefined;
  const plain = unwrapMapped(address);
  const maxBits = plain.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [[plain, maxBits]];
  if (plain !== address || !/^\d{1,3}$/.test(bits) || Number(bits) > maxBits) return undefined;
  return [[plain, Number(bits)]];
}

/** True if `address` lies in one of `list`; a block of the other family never matches. */
export function inBlocks(address: Address, list: readonly Block[]): boolean {
  return list.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

/** True for the text of a loopback address, which programs on this machine have, but no user. */
export function isLoopback(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && inBlocks(unwrapMapped(address), loopbackBlocks);
}

/**
 * True for the text of a public internet address: not loopback, private or reserved for another purpose. A NAT64 address counts as the IPv4
 * address in its last four bytes (RFC 6052).
 */
export function isOnInternet(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined) return false;
  const plain = unwrapMapped(address);
  const isNat64 = plain instanceof ipaddr.IPv6 && plain.range() === 'rfc6052';
  const reached = isNat64 ? new ipaddr.IPv4(plain.toByteArray().slice(-4)) : plain;
  return reached.range() === 'unicast' && !inBlocks(reached, compatibleBlocks);
}

/** True for the text of a public IPv4 address; false for a private, malformed or IPv6 one. */
export function isPublicIPv4(text: string): boolean {
  const address = parseAddress(text);
  return address?.kind() === 'ipv4' && !inBlocks(address, notPublic);
}

/** True for the text of a public IPv6 address; false for a private, malformed, IPv4 or IPv4-mapped one. */
export function isPublicIPv6(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined || unwrapMapped(address).kind() === 'ipv4') return false;
  return !inBlocks(address, notPublic);
}
