/** Decides which address a request came from, and whether over https, behind trusted proxies (decisions, 'Client address', 'secure'). */
import ipaddr from 'ipaddr.js';
import { type Address, inBlocks, parseAddress, readBlocks, unwrapMapped } from '../openrtb/addresses.ts';

/** True for the address of a proxy whose headers are trusted. */
export type Trust = (address: Address) => boolean;

/** Most entries that are read: no real chain of proxies is longer. */
const maxHops = 32;

/** Enough for an IPv6 address with brackets, port and quotes. */
const maxEntryLength = 64;

/** Compiles `trustedProxies`, whose entries the configuration has checked. */
export function compileTrust(entries: readonly string[]): Trust {
  const blocks = entries.flatMap((entry) => readBlocks(entry) ?? []);
  return (address) => inBlocks(address, blocks);
}

/** What the transport saw: the peer's address, and headers as received, '' when absent. */
export interface Sighting {
  /** From `peerAddress`. */
  readonly peer: Address | undefined;
  readonly forwardedFor: string;
  readonly forwardedProto: string;
}

/** Called with the address of a peer in the host's own networks that is no trusted proxy, but says whom a request is from. */
export type OnStrangeProxy = (address: string) => void;

const ownBlocks = ['loopback', 'private'].flatMap((name) => readBlocks(name) ?? []);

/** Where a request came from. */
export interface Client {
  /** IPv4, or IPv6 in the form of RFC 5952; '' when the connection was gone before its address could be read. */
  readonly address: string;
  /** True if the trusted proxy nearest to the client reported https. */
  readonly https: boolean;
}

/**
 * Walks `X-Forwarded-For` from the right while the addresses are trusted proxies; an entry that is not an address ends the walk at the last
 * valid one. A peer that is not a trusted proxy is itself the client, over http.
 */
export function findClient(trusts: Trust, sighting: Sighting, onStrangeProxy?: OnStrangeProxy): Client {
  const { peer, forwardedFor, forwardedProto } = sighting;
  if (peer === undefined) return { address: '', https: false };
  if (!trusts(peer)) {
    if (forwardedFor !== '' && inBlocks(peer, ownBlocks)) onStrangeProxy?.(write(peer));
    return { address: write(peer), https: false };
  }
  let address = peer;
  let entries = 0;
  let end = forwardedFor.length;
  for (let hop = 0; hop < maxHops && end > 0 && trusts(address); hop++) {
    const start = forwardedFor.lastIndexOf(',', end - 1) + 1;
    const text = forwardedFor.slice(start, end).trim();
    end = start - 1;
    if (text === '') continue;
    const next = readForwarded(text);
    if (next === undefined) break;
    address = next;
    entries++;
  }
  return { address: write(address), https: isHttps(forwardedProto, entries) };
}

/** `X-Forwarded-Proto` has either one word, or one for each proxy, in the order of the addresses. */
function isHttps(forwardedProto: string, entries: number): boolean {
  const words = forwardedProto.split(',');
  const index = Math.max(0, words.length - Math.max(1, entries));
  return words[index]!.trim().toLowerCase() === 'https';
}

/** Reads `1.2.3.4`, `1.2.3.4:80`, `::1`, `[::1]` or `[::1]:80`, optionally in quotes; undefined for anything else. */
function readForwarded(entry: string): Address | undefined {
  if (entry.length > maxEntryLength) return undefined;
  const address = parseAddress(entry) ?? parseAddress(stripPort(entry));
  return address && unwrapMapped(address);
}

function stripPort(entry: string): string {
  const bare = entry.replace(/^"(.*)"$/, '$1');
  const parts = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(bare);
  return parts?.[1] ?? parts?.[2] ?? bare;
}

/** The peer's address from its four or sixteen bytes, IPv4-mapped as IPv4; undefined when the connection is already gone. */
export function peerAddress(bytes: ArrayBuffer): Address | undefined {
  if (bytes.byteLength !== 4 && bytes.byteLength !== 16) return undefined;
  return unwrapMapped(ipaddr.fromByteArray([...new Uint8Array(bytes)]));
}

function write(address: Address): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}
