/** Decides what an auction learns about its client from the transport (decisions, 'Implicit fields', 'Client address'). */
import type { Arrival } from '../auction/messages.ts';
import type { Config } from '../config/schema.ts';
import { webAddress } from '../openrtb/web-address.ts';
import { type IdPlaces, idCookies } from '../usersync/browser-ids.ts';
import { clientHints } from './client-hints.ts';
import { debugOverride } from './debug-override.ts';
import type { Exchange } from './exchange.ts';

/** What this host reads from a client's headers: cookies with ids, its debug token, and hints for bidders. */
export interface ArrivalRules {
  readonly idPlaces: IdPlaces;
  readonly seesDebug: (exchange: Exchange) => boolean;
  readonly passesHints: boolean;
}

/** The rules that the configuration states. */
export function arrivalRules({
  userSync,
  debug,
  auction,
}: Pick<Config, 'userSync' | 'debug' | 'auction'>): ArrivalRules {
  const { passClientHints: passesHints } = auction;
  return { idPlaces: userSync, seesDebug: debugOverride(debug.overrideToken), passesHints };
}

/** What an exchange reveals about its client; strings as received, '' when absent. Of its cookies only those with ids are kept. */
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
  const withDebug: Arrival = seesDebug(exchange) ? { ...arrival, seesDebug: true } : arrival;
  const hints = passesHints ? clientHints(exchange) : undefined;
  return hints === undefined ? withDebug : { ...withDebug, hints };
}

/** An address without a scheme begins with a host name. In `news.example:8080/a` a URL parser would take that name for a scheme. */
const bareHost = /^(?:[\p{L}\p{M}\p{N}_-]+\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+)(?:[:/?#]|$)/iu;

/**
 * The page that the client is on. `url_override` in the request's query beats the `Referer` header (implementation B 9). Unlike a browser,
 * the author of that parameter may leave credentials in the URL, characters that no header can hold, or no scheme (then it is http).
 */
export function pageOf(exchange: Pick<Exchange, 'query' | 'header'>): string {
  const override = exchange.query.get('url_override');
  const page = override === null ? undefined : webAddress(bareHost.test(override) ? `http://${override}` : override);
  if (page === undefined) return exchange.header('referer');
  page.username = page.password = '';
  return page.href;
}
