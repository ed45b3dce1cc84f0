/** Decides account, app and tmax of a request from envelopes alone, and whom this host has blocked (decisions, 'Envelope and tree agree', 'Stored merges'). */
import { RequestError } from '../errors.ts';
import type { Envelope, Leaf, PublisherEnvelope } from '../native/envelope.ts';
import type { Admitted } from './messages.ts';

/** Account, app and tmax of the live request over its stored one, leaf by leaf as RFC 7396 merges the whole. */
export function admit(live: Envelope, stored: Envelope | undefined): Admitted {
  const first = (key: keyof PublisherEnvelope): string =>
    merged(live.app[key], stored?.app[key]) ||
    merged(live.site[key], stored?.site[key]) ||
    merged(live.dooh[key], stored?.dooh[key]) ||
    '';
  return {
    // An address states its account in all places: the parent of the one that is stored stands above it (src/http/get-auction).
    account: first('parentAccount') || first('id'),
    app: merged(live.appId, stored?.appId) ?? '',
    tmax: merged(live.tmax, stored?.tmax) ?? null,
  };
}

/** Ids of those whom the host serves no auctions. */
export interface Blocked {
  readonly accounts: ReadonlySet<string>;
  readonly apps: ReadonlySet<string>;
}

/** Throws a `RequestError` 503 for an account or app that the host has blocked (spec 7). */
export function refuseBlocked({ account, app }: Admitted, { accounts, apps }: Blocked): void {
  if (accounts.has(account)) throw new RequestError(503, ['the account is blocked: ask this host why']);
  if (apps.has(app)) throw new RequestError(503, ['the app is blocked: ask this host why']);
}

/** A live leaf, else the stored one; a live leaf that is hidden (null) hides the stored one too. */
function merged<T>(live: Leaf<T>, stored: Leaf<T>): Leaf<T> {
  return live === undefined ? stored : live;
}
