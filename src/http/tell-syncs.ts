/** Tells analytics of cookie syncs and of ids that are set, once they are answered (spec 6; implementations A 9, B 11). No id is told. */
import type { Analytics } from '../analytics/analytics.ts';
import { isObject, own } from '../openrtb/merge-patch.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { mayReport, type ReportParty } from '../privacy/report-permission.ts';
import { readSyncRequest } from '../usersync/read-sync-request.ts';
import type { SyncSignals } from '../usersync/sync-signals.ts';
import type { EventAccounts } from './event-accounts.ts';
import type { AnswerBody, Exchange, Route } from './exchange.ts';
import type { SyncParts } from './sync-parts.ts';
import { readQuerySignals, syncSignals } from './sync-privacy.ts';

/** What telling works with. */
export interface SyncTelling extends Pick<SyncParts, 'reader' | 'vendorLists'> {
  readonly accounts: EventAccounts;
  readonly analytics: Analytics;
  /** The modules that are on. */
  readonly parties: readonly ReportParty[];
}

/** The longest name of a bidder that is told. */
const longestName = 64;

/** The same routes; where an analytics module is on, those of `/cookie_sync` and `/setuid` tell of each answer. */
export function tellSyncs(routes: readonly Route[], telling: SyncTelling): readonly Route[] {
  if (telling.parties.length === 0) return routes;
  return routes.map((route) => {
    if (route.path === '/setuid') return told(route, telling, tellSetuid);
    return route.path === '/cookie_sync' ? told(route, telling, tellCookieSync) : route;
  });
}

interface Told {
  readonly exchange: Exchange;
  readonly status: number;
  readonly body: AnswerBody;
}

function told(route: Route, telling: SyncTelling, tell: (told: Told, telling: SyncTelling) => Promise<void>): Route {
  return {
    ...route,
    handle: (exchange) => {
      exchange.onAnswered((status, body) => {
        tell({ exchange, status, body }, telling).catch((error: unknown) => exchange.reportBug(error));
      });
      return route.handle(exchange);
    },
  };
}

async function tellSetuid({ exchange, status }: Told, telling: SyncTelling): Promise<void> {
  const { query } = exchange;
  const bidder = (query.get('bidder') ?? '').slice(0, longestName);
  const asked = { account: query.get('account') ?? '', signals: readQuerySignals(query, []) };
  const modules = await permitted(asked, exchange, telling);
  telling.analytics.tell({ kind: 'setuid', status, bidder }, modules);
}

async function tellCookieSync({ exchange, status, body }: Told, telling: SyncTelling): Promise<void> {
  const { request } = readSyncRequest(Buffer.from(exchange.body).toString());
  const modules = await permitted(request, exchange, telling);
  telling.analytics.tell({ kind: 'cookie_sync', status, bidders: status === 200 ? biddersOf(body) : [] }, modules);
}

interface AskedSync {
  readonly account: string;
  readonly signals: SyncSignals;
}

/** The modules that may be told; none when the account cannot be read. */
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

/** The bidders of an answer of `/cookie_sync`. */
function biddersOf(body: AnswerBody): string[] {
  const answer = typeof body === 'string' ? parsedJson(body) : undefined;
  const statuses = isObject(answer) ? own(answer, 'bidder_status') : undefined;
  if (!Array.isArray(statuses)) return [];
  return statuses.map((one: unknown) => String(isObject(one) ? own(one, 'bidder') : ''));
}
