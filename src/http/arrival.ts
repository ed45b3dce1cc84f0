/** Decides what an auction learns of its client from the transport (decisions, 'Implicit fields', 'Client address'). */
import type { Arrival } from '../auction/messages.ts';
import { type HostCookie, idCookies } from '../usersync/browser-ids.ts';
import type { Exchange } from './exchange.ts';

/** What an exchange tells of its client; strings as received, '' when absent; of its cookies only those that hold ids. */
export function arrivalOf(exchange: Exchange, hostCookie: HostCookie): Arrival {
  return {
    https: exchange.https,
    ip: exchange.clientAddress,
    ua: exchange.header('user-agent'),
    referer: exchange.header('referer'),
    dnt: exchange.header('dnt'),
    gpc: exchange.header('sec-gpc'),
    ...idCookies(exchange.header('cookie'), hostCookie),
  };
}
