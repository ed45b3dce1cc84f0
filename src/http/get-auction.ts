/**
 * `GET /openrtb2/auction` (implementation B, its newest interface): players and tags that cannot send a body override a stored request by
 * URL parameters.
 */
import { RequestError } from '../errors.ts';
import { json, type Route } from './exchange.ts';
import { routeOf, type AuctionServing } from './serve-auction.ts';

/** Macros of ad servers and players: software that does not know one leaves it in place of a value. */
const unfilled = /^(?:\[[\w:.-]+\]|\{\{?[\w:.-]+\}\}?|\$\{[\w:.-]+\}|%%[\w:.-]+%%)$/;

/** The route of auctions without a body. */
export function getAuctionRoute(serving: AuctionServing): Route {
  return routeOf(
    {
      method: 'GET',
      path: '/openrtb2/auction',
      entryPoint: 'get',
      headers: [json],
      readBody: (exchange) => getBody(exchange.query, serving.auction.namespace),
    },
    serving,
  );
}

/**
 * The bid request for a URL. It names the stored request and carries every parameter (the first of repeated ones, none that is blank or
 * only commas, no unfilled macro) for `prepare`. Account, tmax and profiles also go where admission reads them. The account goes in site,
 * app and dooh, and `prepare` keeps it in those that the stored request has. Throws a `RequestError` 400 without `srid`.
 */
export function getBody(query: URLSearchParams, namespace: string): Uint8Array<ArrayBuffer> {
  const data = new Map<string, string>();
  for (const [name, value] of query)
    if (!data.has(name) && /[^\s,]/.test(value) && !unfilled.test(value)) data.set(name, value);
  const stated = (...names: readonly string[]): string => names.map((name) => data.get(name)).find(Boolean) ?? '';
  const id = stated('srid', 'tag_id');
  if (id === '') throw new RequestError(400, ['srid is missing: name the stored request of the auction']);
  const account = stated('pubid', 'account').trim();
  const response = stated('sarid');
  const tmax = Number(/^\s*\d{1,15}\s*$/.exec(stated('tmax')) ?? 0);
  const publisher = { publisher: { id: account } };
  const request = {
    ...(tmax > 0 && { tmax }),
    ...(account !== '' && { site: publisher, app: publisher, dooh: publisher }),
    ext: {
      [namespace]: {
        storedrequest: { id },
        ...(response !== '' && { storedauctionresponse: { id: response } }),
        ...(data.has('rprof') && { profiles: namesIn(stated('rprof')) }),
        ...(data.has('iprof') && { impprofiles: namesIn(stated('iprof')) }),
        get: [...data],
      },
    },
  };
  return new TextEncoder().encode(JSON.stringify(request));
}

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}
