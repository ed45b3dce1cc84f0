/** The metrics of privacy and user sync (issue 4, item 6). */
import { auctionKinds, type PrivacyCounts } from '../../privacy/counts.ts';
import type { SyncCounts } from '../../usersync/sync-tally.ts';
import { counter, type Family } from './family.ts';
import type { KnownCodes } from './known-codes.ts';

/** The metrics of privacy. */
export function privacyFamilies(read: () => PrivacyCounts): Family[] {
  return [
    counter(
      'gavel_privacy_auctions_total',
      'Auctions to which a privacy law or a user choice applied, by kind.',
      () => {
        const counts = read();
        return auctionKinds.map((kind) => ({ labels: { kind: snakeCase(kind) }, value: counts[kind] }));
      },
    ),
    counter(
      'gavel_privacy_bidders_total',
      'Bidders that privacy rules excluded from an auction, or whose data they reduced, by action.',
      () => {
        const { biddersBlocked, biddersScrubbed } = read();
        return [
          { labels: { action: 'blocked' }, value: biddersBlocked },
          { labels: { action: 'scrubbed' }, value: biddersScrubbed },
        ];
      },
    ),
  ];
}

/** The metrics of user sync. */
export function syncFamilies(read: () => SyncCounts, codes: KnownCodes): Family[] {
  return [
    counter('gavel_cookie_sync_total', 'Responses of /cookie_sync, by status.', () =>
      read().cookieSyncs.map(({ status, count }) => ({ labels: { status: String(status) }, value: count })),
    ),
    counter('gavel_cookie_sync_bidders_total', 'Bidders considered by /cookie_sync, by outcome.', () =>
      codes.summed('fate', read().cookieSyncBidders),
    ),
    counter('gavel_setuid_total', 'Responses of /setuid, by bidder and status; other: not a bidder of this host.', () =>
      codes.summed('status', read().setuids),
    ),
  ];
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
