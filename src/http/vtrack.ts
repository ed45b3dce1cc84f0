/** `POST /vtrack` (implementation B 6): caches a player's VAST, with an impression tracker added. */
import { randomUUID } from 'node:crypto';
import type { CachePut } from '../cache/bid-cache.ts';
import type { BoundedCache } from '../cache/bounded-cache.ts';
import { maxValueBytes } from '../config/cache-limits.ts';
import { canHaveEvents, eventUrl } from '../stages/settle/event-url.ts';
import { trackVast } from '../stages/settle/track-vast.ts';
import { answerPuts, type AskedPut } from './cache-puts.ts';
import type { EventAccount, EventAccounts } from './event-accounts.ts';
import type { Exchange, Route } from './exchange.ts';
import { readTrackedPuts, type Tracked, type TrackedPut } from './tracked-puts.ts';

/** What the endpoint needs. */
export interface VtrackParts {
  readonly cache: Pick<BoundedCache, 'put'>;
  readonly accounts: EventAccounts;
  readonly externalUrl: string;
  /** Default lifetime of VAST, in seconds. */
  readonly videoTtlSeconds: number;
  /** False for a bidder of this host that forbids changes to its VAST. */
  readonly mayTrack: (bidder: string) => boolean;
}

/** The route: 200 with an id for each VAST, 400 for a wrong request, 500 when account or cache cannot be used. */
export function vtrackPostRoute(parts: VtrackParts): Route {
  return {
    method: 'POST',
    path: '/vtrack',
    // Prebid.js sends this request with credentials, though nothing here reads them.
    cors: 'credentials',
    body: true,
    handle: (exchange) => keep(exchange, parts),
  };
}

async function keep(exchange: Exchange, parts: VtrackParts): Promise<void> {
  const tracked = readTrackedPuts(exchange.query, exchange.body);
  const account = await parts.accounts.find(tracked.account);
  const puts = tracked.puts.map((one): CachePut => {
    const value = account.hasEvents ? withTracker(one, tracked, parts) : one.put.value;
    return { id: randomUUID(), type: 'xml', ttlSeconds: ttlOf(one.put, account, parts), value };
  });
  await answerPuts(exchange, puts, { cache: parts.cache, faultStatus: 500 });
}

/** The VAST with its tracker, or unchanged if it cannot have one. */
function withTracker(one: TrackedPut, { account, integration }: Tracked, parts: VtrackParts): Uint8Array {
  const { put, bidId, bidder, auctionId, timestampMs } = one;
  if (!canHaveEvents(account, bidId) || !parts.mayTrack(bidder)) return put.value;
  const event = { type: 'imp', bidId, bidder, format: 'b', counts: true } as const;
  const url = eventUrl(event, { externalUrl: parts.externalUrl, account, auctionId, timestampMs, integration });
  const vast = trackVast(Buffer.from(put.value).toString(), url);
  const value = vast === undefined ? put.value : Buffer.from(vast);
  return value.byteLength > maxValueBytes ? put.value : value;
}

function ttlOf({ ttlSeconds }: AskedPut, { maxTtlSeconds }: EventAccount, { videoTtlSeconds }: VtrackParts): number {
  const wanted = ttlSeconds || maxTtlSeconds || videoTtlSeconds;
  return Math.max(1, maxTtlSeconds === 0 ? wanted : Math.min(wanted, maxTtlSeconds));
}
