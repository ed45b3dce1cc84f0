/**
 * Rejects admin requests that a web page sends (interface, 'Endpoints': never for the public). Browsers send the page's origin when it is
 * another one; a page whose own host name was made to resolve to this machine is recognised by that name.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../openrtb/addresses.ts';

/** Why the request is rejected, as a message for its sender; undefined when it is accepted. */
export function faultOfSender({ headers, socket }: IncomingMessage): string | undefined {
  if (headers.origin !== undefined) return 'web pages may not use the admin port';
  if (headers.host === undefined || !isLoopback(socket.localAddress ?? '') || isOwnName(headers.host)) return undefined;
  return 'the Host header is not a known name of this machine: use localhost or 127.0.0.1';
}

/** Whether no outsider can make the name resolve to this machine: an address, a name without a domain, or one below `localhost`. */
function isOwnName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || !name.includes('.') || name.endsWith('.localhost');
}
