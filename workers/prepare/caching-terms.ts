/** Composes the terms on which an auction caches its bids (spec 4.1.4), in the first hop because caching takes time from the bidders. */
import type { AuctionContext } from '../../src/auction/context.ts';
import type { ContextCache, ContextLifetimes } from '../../src/auction/context-terms.ts';
import type { AccountSettings } from '../../src/config/account-settings.ts';
import type { Config } from '../../src/config/schema.ts';
import { addWarning, type Problems } from '../../src/errors.ts';
import { keyedBids } from '../../src/money/targeting.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import { impSvc } from '../../src/openrtb/svc-parts.ts';
import type { RequestSvc } from '../../src/openrtb/svc.ts';
import { chooseCaching } from '../../src/stages/prepare/choose-caching.ts';

/** What the terms depend on besides the request. */
interface CachingSurroundings {
  readonly account: AccountSettings;
  readonly config: Config;
  /** Where the request comes from, in the words of ad-server keys. */
  readonly env: AuctionContext['env'];
  readonly imps: readonly Imp[];
  readonly warnings: Problems;
}

/**
 * The terms of the request, with the account's lifetimes over the host's; null when it caches nothing, when its account forbids caching, or
 * when it contains bids that the client wrote itself and the host has no `cache.publicPuts` (an AMP page's bids are its host's).
 */
export function cachingTerms(
  svc: Pick<RequestSvc, 'cache' | 'targeting'>,
  { account, config, env, imps, warnings }: CachingSurroundings,
): ContextCache | null {
  if (svc.cache === undefined || svc.targeting === undefined) return null;
  if (account.cache?.enabled === false) {
    addWarning(
      warnings,
      env === 'amp'
        ? 'the account caches no bids, and AMP pages only get keys of cached bids'
        : `ext.${config.namespace}.cache has no effect: the account caches no bids`,
    );
    return null;
  }
  const keyed = keyedBids(svc.targeting, { ...config.targeting, ...account.targeting, env });
  const terms = chooseCaching(svc.cache, keyed, lifetimesOf({ config, account }));
  // An AMP page states nothing but what its host has stored.
  if (terms === null || config.cache.publicPuts || env === 'amp' || !holdSeats(imps, config.namespace)) return terms;
  const why = 'an imp contains its own stored response, and only hosts with cache.publicPuts cache what clients write';
  addWarning(warnings, `ext.${config.namespace}.cache has no effect, ${why}: store the response, and give its id`);
  return null;
}

/** How long bids live: the account's settings over the host's. */
export function lifetimesOf({ config, account }: Pick<CachingSurroundings, 'config' | 'account'>): ContextLifetimes {
  const { ttlRule, bannerTtlSeconds, videoTtlSeconds } = { ...config.cache, ...account.cache };
  return { ttlRule, bannerTtlSeconds, videoTtlSeconds };
}

/** True when a client has written bids into an imp itself. */
function holdSeats(imps: readonly Imp[], namespace: string): boolean {
  return imps.some((imp) => impSvc(imp, namespace)?.storedauctionresponse?.seatbidobj !== undefined);
}
