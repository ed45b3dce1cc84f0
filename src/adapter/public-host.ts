/** Decides which hosts a param may name (bidders, 'SSRF'): public names only, never an address, never a name of the inside. */
import { parse } from 'tldts';

/** Letters, digits, dots and dashes with an optional port; it begins and ends with a letter or digit. */
const authority = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?::(\d{1,5}))?$/;

/** What a param may add to a host: nothing that could end the host or begin something else. */
const hostPart = /^[A-Za-z0-9.-]*(?::\d{1,5})?$/;

/**
 * True for a host name, with or without port, under a public suffix: no address in any notation, nor a name that holds one, no
 * single label, no `localhost`, `.local`, `.internal` or the like, no trailing dot, nothing but ASCII.
 */
export function isPublicHost(text: string): boolean {
  const [, host, port] = authority.exec(text) ?? [];
  if (host === undefined || host.length > 253 || Number(port ?? 1) > 65_535 || Number(port ?? 1) === 0) return false;
  const labels = host.split('.');
  if (labels.length < 2 || labels.some((label) => !/^(?!-)[A-Za-z0-9_-]{1,63}(?<!-)$/.test(label))) return false;
  // A last label that reads as a number makes the whole name an IPv4 address.
  if (/^(?:\d+|0x[0-9a-f]*)$/i.test(labels.at(-1)!)) return false;
  // Some resolvers answer a name that carries an address with that address.
  if (/(?:^|[.-])(?:\d{1,3}[.-]){3}\d/.test(host)) return false;
  const { isIcann, domain } = parse(host, { allowPrivateDomains: false });
  return isIcann === true && domain !== null;
}

/** True for what may stand as a part of a host: the whole host is to be checked afterwards. */
export function isHostPart(text: string): boolean {
  return hostPart.test(text);
}
