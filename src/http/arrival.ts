/** Decides what an auction learns of its client from the transport (decisions, 'Implicit fields', 'Client address'). */
import type { Arrival } from '../auction/messages.ts';
import type { Config } from '../config/schema.ts';
import { webAddress } from '../openrtb/web-address.ts';
import { type IdPlaces, idCookies } from '../usersync/browser-ids.ts';
import { clientHints } from './client-hints.ts';
import { debugOverride } from './debug-override.ts';
import type { Exchange } from './exchange.ts';

/** What this host looks for in a client's headers: cookies with ids, its token for debug output, and hints for bidders. */
export interface ArrivalRules {
  readonly idPlaces: IdPlaces;
  readonly seesDebug: (exchange: Exchange) => boolean;
  readonly passesHints: boolean;
}

/** As the configuration has it. */
export function arrivalRules({
  userSync,
  debug,
  auction,
}: Pick<Config, 'userSync' | 'debug' | 'auction'>): ArrivalRules {
  const { passClientHints: passesHints } = auction;
  return { idPlaces: userSync, seesDebug: debugOverride(debug.overrideToken), passesHints };
}

/** What an exchange tells of its client; strings as received, '' when absent; of its cookies only those that hold ids. */
export function arrivalOf(exchange: Exchange, { idPlaces, seesDebug, passesHints }: ArrivalRules): Arrival {
  const arrival = {
    https: exchange.https,
    ip: exchange.clientAddress,
    ua: exchange.header('user-agent'),
    referer: pageOf(exchange),
    dnt: exchange.header('dnt'),
    gpc: exchange.header('sec-gpc'),
    ...idCookies(exchange.header('cookie'), idPlaces),
  };
  const seeing: Arrival = seesDebug(exchange) ? { ...arrival, seesDebug: true } : arrival;
  const hints = passesHints ? clientHints(exchange) : undefined;
  return hints === undefined ? seeing : { ...seeing, hints };
}

/**
 * The page that the client is on: one that the address of the request names counts before its headers (implementation B 9,
 * `url_override`). Unlike browsers, who writes it may leave a login in it, or marks that no header can have.
 */
export function pageOf(exchange: Pick<Exchange, 'query' | 'header'>): string {
  const named = exchange.query.get('url_override');
  const page = named === null ? undefined : webAddress(named);
  if (page === undefined) return exchange.header('referer');
  page.username = page.password = '';
  return page.href;
}
