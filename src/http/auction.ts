/** `POST /openrtb2/auction` (spec 4.1): an auction for the bid request in the body. */
import { json, type Route } from './exchange.ts';
import { auctionHeaders, noteUnread, serveAuction, type AuctionServing } from './serve-auction.ts';

/** The route of auctions. */
export function auctionRoute(serving: AuctionServing): Route {
  const faultHeaders = auctionHeaders(serving);
  const headers = [json, ...faultHeaders];
  return {
    method: 'POST',
    path: '/openrtb2/auction',
    cors: 'credentials',
    body: true,
    sheds: true,
    faultHeaders,
    onUnread: (exchange, error) => void noteUnread(exchange, error, serving),
    handle: (exchange) =>
      serveAuction(exchange, { entryPoint: '', readBody: () => exchange.body, headers, faultHeaders }, serving),
  };
}
