/** All user sync endpoints (spec 4.2 to 4.4; decisions, 'User sync and other endpoints'). */
import type { Config } from '../config/schema.ts';
import { cookieSyncRoute } from './cookie-sync.ts';
import type { Route } from './exchange.ts';
import { getuidsRoute } from './getuids.ts';
import { loadCookieRoutes } from './load-cookie.ts';
import { optoutRoutes } from './optout.ts';
import { setuidRoute } from './setuid.ts';
import { type SyncSurroundings, syncParts } from './sync-parts.ts';

/** All user sync routes. Throws an Error that names the settings that cannot work. */
export function userSyncRoutes(config: Config, surroundings: SyncSurroundings): Route[] {
  const parts = syncParts(config, surroundings);
  return [
    cookieSyncRoute(parts),
    setuidRoute(parts),
    getuidsRoute(parts),
    ...optoutRoutes(parts),
    ...loadCookieRoutes(config.userSync.loadCookieEndpoints),
  ];
}
