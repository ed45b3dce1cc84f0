/** Composes on which terms an auction caches its bids (spec 4.1.4): the first hop must know, because caching takes time from the bidders. */
import type { AuctionContext, ContextCache } from '../src/auction/context.ts';
import type { AccountSettings } from '../src/config/account-settings.ts';
import type { Config } from '../src/config/schema.ts';
import { readTargeting } from '../src/money/targeting.ts';
import type { RequestSvc } from '../src/openrtb/svc.ts';
import { chooseCaching } from '../src/stages/prepare/choose-caching.ts';

/** What the terms rest on beside the request. */
export interface CachingSurroundings {
  readonly account: AccountSettings;
  readonly config: Config;
  /** Where the request comes from, as ad-server keys tell it. */
  readonly env: AuctionContext['env'];
}

/** The terms of the request, with the account's lifetimes over the host's; null when it caches nothing. */
export function cachingTerms(
  svc: Pick<RequestSvc, 'cache' | 'targeting'>,
  { account, config, env }: CachingSurroundings,
): ContextCache | null {
  if (svc.cache === undefined || svc.targeting === undefined) return null;
  // No key is made here: nothing is rounded.
  const defaults = { ...config.targeting, ...account.targeting, env, seed: '' };
  const { settings } = readTargeting(svc.targeting, defaults);
  const { bannerTtlSeconds, videoTtlSeconds } = { ...config.cache, ...account.cache };
  return chooseCaching(svc.cache, settings, { bannerTtlSeconds, videoTtlSeconds });
}
