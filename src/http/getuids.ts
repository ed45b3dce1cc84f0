/** `GET /getuids` (decisions, 'User sync'; implementation A 5): shows users the ids that this host keeps of them. */
import type { Header, Route } from './exchange.ts';
import { browserIds, privateHeaders, type SyncParts } from './sync-parts.ts';

const headers: readonly Header[] = [['Content-Type', 'application/json'], ...privateHeaders];

/** Answers `{"buyeruids": {<sync key>: <id>}}` with the live ids; never to scripts of other origins. */
export function getuidsRoute(parts: SyncParts): Route {
  return {
    method: 'GET',
    path: '/getuids',
    cors: 'none',
    body: false,
    handle: (exchange) => {
      const { uids } = browserIds(exchange, parts);
      exchange.answer(200, headers, JSON.stringify({ buyeruids: Object.fromEntries(uids) }));
    },
  };
}
