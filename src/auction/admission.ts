/**
 * Decides a request's account, app and tmax from its envelopes alone, and whether this host blocks it (decisions, 'Envelope and tree
 * agree', 'Stored merges').
 */
import { RequestError } from '../errors.ts';
import type { Envelope, Leaf, PublisherEnvelope } from '../native/envelope.ts';
import type { Admitted } from './messages.ts';

/**
 * Account, app and tmax of the live request merged over the stored one, leaf by leaf, with the result that RFC 7396 gives for the whole.
 */
export function admit(live: Envelope, stored: Envelope | undefined): Admitted {
  const first = (key: keyof PublisherEnvelope): string =>
    merged(live.app[key], stored?.app[key]) ||
    merged(live.site[key], stored?.site[key]) ||
    merged(live.dooh[key], stored?.dooh[key]) ||
    '';
  return {
    // A GET request puts its account id under all three; a stored request's parent account must win over it (src/http/get-auction).
    account: first('parentAccount') || first('id'),
    app: merged(live.appId, stored?.appId) ?? '',
    tmax: merged(live.tmax, stored?.tmax) ?? null,
  };
}

/** Ids of the accounts and apps that the host serves no auctions. */
export interface Blocked {
  readonly accounts: ReadonlySet<string>;
  readonly apps: ReadonlySet<string>;
}

/** Throws a `RequestError` 503 for an account or app that the host has blocked (spec 7). */
export function refuseBlocked({ account, app }: Admitted, { accounts, apps }: Blocked): void {
  if (accounts.has(account)) throw new RequestError(503, ['the account is blocked: ask this host why']);
  if (apps.has(app)) throw new RequestError(503, ['the app is blocked: ask this host why']);
}

/** The live leaf if present, else the stored one; null in the live request hides the stored leaf. */
function merged<T>(live: Leaf<T>, stored: Leaf<T>): Leaf<T> {
  return live === undefined ? stored : live;
}
