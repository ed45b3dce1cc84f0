/** Composes on which terms an auction caches its bids (spec 4.1.4): the first hop must know, because caching takes time from the bidders. */
import type { ContextCache } from '../src/auction/context.ts';
import type { AccountSettings } from '../src/config/account-settings.ts';
import type { Config } from '../src/config/schema.ts';
import { readTargeting } from '../src/money/targeting.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import type { RequestSvc } from '../src/openrtb/svc.ts';
import { chooseCaching } from '../src/stages/prepare/choose-caching.ts';
import { envOf } from './write-context.ts';

/** The terms of the request, with the account's lifetimes over the host's; null when it caches nothing. */
export function cachingTerms(
  request: BidRequest,
  svc: Pick<RequestSvc, 'cache' | 'targeting'>,
  { account, config }: { readonly account: AccountSettings; readonly config: Config },
): ContextCache | null {
  if (svc.cache === undefined || svc.targeting === undefined) return null;
  const defaults = { ...config.targeting, ...account.targeting, env: envOf(request) };
  const { settings } = readTargeting(svc.targeting, defaults);
  const { bannerTtlSeconds, videoTtlSeconds } = { ...config.cache, ...account.cache };
  return chooseCaching(svc.cache, settings, { bannerTtlSeconds, videoTtlSeconds });
}
