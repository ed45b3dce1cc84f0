/**
 * Reports cookie syncs and `/setuid` calls to analytics, after they are answered (spec 6; implementations A 9, B 11). Reports contain no
 * user ids.
 */
import type { Analytics } from '../analytics/analytics.ts';
import { mayReport, type ReportParty } from '../privacy/report-permission.ts';
import type { EventAccounts } from './event-accounts.ts';
import type { Exchange } from './exchange.ts';
import type { AskedSync, SyncParts } from './sync-parts.ts';
import { syncSignals } from './sync-privacy.ts';

/** What reporting needs. */
export interface SyncTelling extends Pick<SyncParts, 'reader' | 'vendorLists'> {
  readonly accounts: EventAccounts;
  readonly analytics: Analytics;
  /** The modules that are enabled. */
  readonly parties: readonly ReportParty[];
}

/** Makes the function that reports an exchange to the modules that may receive it. */
export function syncTeller(telling: SyncTelling): SyncParts['tell'] {
  if (telling.parties.length === 0) return () => undefined;
  return (event, asked, exchange) => {
    permitted(asked, exchange, telling)
      .then((modules) => telling.analytics.tell(event, modules))
      .catch((error: unknown) => exchange.reportBug(error));
  };
}

/** The modules that may receive the report; none when the account cannot be read. */
async function permitted(
  { account, signals }: AskedSync,
  exchange: Exchange,
  telling: SyncTelling,
): Promise<readonly string[]> {
  try {
    const { policy } = await telling.accounts.find(account);
    const read = syncSignals({ signals, gpc: exchange.header('sec-gpc') }, policy, telling);
    return telling.parties.filter((party) => mayReport(party, read, policy)).map(({ name }) => name);
  } catch {
    return [];
  }
}
