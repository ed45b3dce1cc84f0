/** `POST /openrtb2/auction` (spec 4.1): the request's bytes and what the transport knows go in, the answer's bytes come out. */
import { runAuction, type AuctionParts } from '../auction/auction.ts';
import type { HostCookie } from '../usersync/browser-ids.ts';
import { arrivalOf } from './arrival.ts';
import { answerFault, type Header, type Route } from './exchange.ts';

/** No cache may keep an auction (decisions, 'CORS'). */
const uncached: readonly Header[] = [
  ['Cache-Control', 'no-cache, no-store, must-revalidate'],
  ['Pragma', 'no-cache'],
  ['Expires', '0'],
];

const answerHeaders: readonly Header[] = [['Content-Type', 'application/json'], ...uncached];

/** The route of auctions; `hostCookie` is the host's own id cookie. */
export function auctionRoute(parts: AuctionParts, hostCookie: HostCookie): Route {
  return {
    method: 'POST',
    path: '/openrtb2/auction',
    cors: 'credentials',
    body: true,
    handle: async (exchange) => {
      try {
        const { body, arrivedAtMs } = exchange;
        const arrival = arrivalOf(exchange, hostCookie, Date.now());
        const bytes = await runAuction({ body, arrivedAtMs, arrival, cancel: exchange }, parts);
        exchange.answer(200, answerHeaders, bytes);
      } catch (error) {
        answerFault(exchange, error, uncached);
      }
    },
  };
}
