/** `POST /openrtb2/auction` (spec 4.1): an auction for the bid request in the body. */
import { json, type Route } from './exchange.ts';
import { routeOf, type AuctionServing } from './serve-auction.ts';

/** The route of auctions. */
export function auctionRoute(serving: AuctionServing): Route {
  return routeOf(
    {
      method: 'POST',
      path: '/openrtb2/auction',
      entryPoint: '',
      headers: [json],
      readBody: (exchange) => exchange.body,
    },
    serving,
  );
}
