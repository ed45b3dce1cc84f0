/** `GET /getuids` (decisions, 'User sync'; implementation A 5): shows users the ids that this host stores about them. */
import type { Route } from './exchange.ts';
import { browserIds, privateJson, type SyncParts } from './sync-parts.ts';

/** Answers `{"buyeruids": {<sync key>: <id>}}` with the unexpired ids; never to scripts of other origins. */
export function getuidsRoute(parts: SyncParts): Route {
  return {
    method: 'GET',
    path: '/getuids',
    cors: 'none',
    body: false,
    handle: (exchange) => {
      const { uids } = browserIds(exchange, parts);
      exchange.answer(200, privateJson, JSON.stringify({ buyeruids: Object.fromEntries(uids) }));
    },
  };
}
