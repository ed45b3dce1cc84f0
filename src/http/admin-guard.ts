/**
 * Decides whether a web page asks at the admin port (interface, 'Endpoints': never for the public). Browsers name the page's
 * origin where it is another one; a page whose own name was made to lead to this machine shows by that name.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../openrtb/addresses.ts';

/** Why the request is turned away, in words for whoever sent it; undefined when it is not. */
export function faultOfSender({ headers, socket }: IncomingMessage): string | undefined {
  if (headers.origin !== undefined) return 'web pages may not use the admin port';
  if (headers.host === undefined || !isLoopback(socket.localAddress ?? '') || isOwnName(headers.host)) return undefined;
  return 'this name is not known to be of this machine: ask for localhost or 127.0.0.1';
}

/** Whether nobody else can make the name lead here: an address, a name without a domain, or one below `localhost`. */
function isOwnName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || !name.includes('.') || name.endsWith('.localhost');
}
