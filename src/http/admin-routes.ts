/** Decides which endpoints the admin port has (interface, 'Endpoints'). */
import type { TextState } from '../stored/refreshed-text.ts';
import type { AdminAnswer, AdminRoute } from './admin-server.ts';
import { accountRoute } from './admin-account.ts';
import { captureRoutes, type CaptureNews } from './admin-capture.ts';
import { storedRoutes, type StoredNews } from './admin-stored.ts';

/** The data behind the admin endpoints. Each function may ask other processes, and answers within a bounded time. */
export interface AdminParts {
  /** All metrics in Prometheus' text format. */
  readonly metrics: () => Promise<string>;
  /** The sources of conversion rates, in order of precedence. */
  readonly rates: () => readonly TextState[] | Promise<readonly TextState[]>;
  readonly stored: StoredNews;
  readonly captures: CaptureNews;
}

/** All routes of the admin port. */
export function adminRoutes({ metrics, rates, stored, captures }: AdminParts): AdminRoute[] {
  return [
    {
      method: 'GET',
      path: '/metrics',
      handle: async () => ({
        status: 200,
        contentType: 'text/plain; version=0.0.4; charset=utf-8',
        body: await metrics(),
      }),
    },
    { method: 'GET', path: '/currency/rates', handle: async () => ratesAnswer(await rates()) },
    ...storedRoutes(stored),
    accountRoute(stored),
    ...captureRoutes(captures),
  ];
}

/** The age of the conversion rates and the faults of their sources. Times are ISO 8601; null for never. */
function ratesAnswer(states: readonly TextState[]): AdminAnswer {
  const sources = states.map(({ name, dataAsOf, readAtMs, stale, fault }) => ({
    source: name,
    dataAsOf: dataAsOf || null,
    lastGoodAt: readAtMs === 0 ? null : new Date(readAtMs).toISOString(),
    stale,
    fault: fault || null,
  }));
  const inUse = sources.find(({ lastGoodAt }) => lastGoodAt !== null)?.source ?? null;
  return {
    status: 200,
    contentType: 'application/json',
    body: `${JSON.stringify({ inUse, sources }, null, 2)}\n`,
  };
}
