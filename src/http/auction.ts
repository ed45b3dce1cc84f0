/** `POST /openrtb2/auction` (spec 4.1): the request's bytes go in, the answer's bytes come out. */
import type { Header, Route } from './exchange.ts';
import { serveAuction, uncached, type AuctionServing } from './serve-auction.ts';

const headers: readonly Header[] = [['Content-Type', 'application/json'], ...uncached];

/** The route of auctions. */
export function auctionRoute(serving: AuctionServing): Route {
  return {
    method: 'POST',
    path: '/openrtb2/auction',
    cors: 'credentials',
    body: true,
    sheds: true,
    handle: (exchange) => {
      const readBody = (): Uint8Array<ArrayBuffer> => exchange.body;
      return serveAuction(exchange, { entryPoint: '', readBody, headers, faultHeaders: uncached }, serving);
    },
  };
}
