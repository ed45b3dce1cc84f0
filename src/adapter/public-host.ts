/** Decides which hosts a param may name (bidders, 'SSRF'): only public names, never an IP address, never an internal name. */
import { parse } from 'tldts';

/** Letters, digits, dots, dashes and underscores with an optional port; begins and ends with a letter or digit. */
const authority = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?::(\d{1,5}))?$/;

/** What a param may add to a host: nothing that could end the host or begin another part of the URL. A port may follow. */
const hostPart = /^[A-Za-z0-9.-]*(?::\d{1,5})?$/;

/**
 * True for an ASCII host name under a public suffix, with or without port. False for an IP address in any notation, a name that contains
 * one, a single label, `localhost`, `.local`, `.internal` and the like, and for a trailing dot.
 */
export function isPublicHost(text: string): boolean {
  const [, host, port] = authority.exec(text) ?? [];
  if (host === undefined || host.length > 253 || Number(port ?? 1) > 65_535 || Number(port ?? 1) === 0) return false;
  const labels = host.split('.');
  if (labels.length < 2 || labels.some((label) => !/^(?!-)[A-Za-z0-9_-]{1,63}(?<!-)$/.test(label))) return false;
  // A numeric last label makes URL parsers read the whole name as an IPv4 address.
  if (/^(?:\d+|0x[0-9a-f]*)$/i.test(labels.at(-1)!)) return false;
  // Some resolvers resolve a name that contains an address to that address.
  if (/(?:^|[.-])(?:\d{1,3}[.-]){3}\d/.test(host)) return false;
  const { isIcann, domain } = parse(host, { allowPrivateDomains: false });
  return isIcann === true && domain !== null;
}

/** True for text that may be part of a host. The caller checks the whole host afterwards. */
export function isHostPart(text: string): boolean {
  return hostPart.test(text);
}
