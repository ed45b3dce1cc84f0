/** Decides what an auction learns of its client from the transport (decisions, 'Implicit fields', 'Client address'). */
import type { Arrival } from '../auction/messages.ts';
import type { Config } from '../config/schema.ts';
import { type IdPlaces, idCookies } from '../usersync/browser-ids.ts';
import { debugOverride } from './debug-override.ts';
import type { Exchange } from './exchange.ts';

/** What this host looks for in a client's headers: cookies with ids, and its token for debug output. */
export interface ArrivalRules {
  readonly idPlaces: IdPlaces;
  readonly seesDebug: (exchange: Exchange) => boolean;
}

/** As the configuration has it. */
export function arrivalRules({ userSync, debug }: Pick<Config, 'userSync' | 'debug'>): ArrivalRules {
  return { idPlaces: userSync, seesDebug: debugOverride(debug.overrideToken) };
}

/** What an exchange tells of its client; strings as received, '' when absent; of its cookies only those that hold ids. */
export function arrivalOf(exchange: Exchange, { idPlaces, seesDebug }: ArrivalRules): Arrival {
  const arrival = {
    https: exchange.https,
    ip: exchange.clientAddress,
    ua: exchange.header('user-agent'),
    referer: exchange.header('referer'),
    dnt: exchange.header('dnt'),
    gpc: exchange.header('sec-gpc'),
    ...idCookies(exchange.header('cookie'), idPlaces),
  };
  return seesDebug(exchange) ? { ...arrival, seesDebug: true } : arrival;
}
