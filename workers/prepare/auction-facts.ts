/** Composes what bidders' adapters know about the auction: namespace, clock, rates, ids and random numbers (bidders, 'Steps'). */
import type { AuctionFacts } from '../../src/adapter/contract.ts';
import type { PrepareMessage } from '../../src/auction/messages.ts';
import { rateFinder } from '../../src/money/convert.ts';
import { mintIds, numberOf, seedFor } from '../../src/openrtb/mint-ids.ts';
import type { RequestSvc } from '../../src/openrtb/svc.ts';
import type { PrivacyChannel } from '../../src/privacy/policy.ts';
import type { HopParts } from '../parts.ts';

/**
 * The facts of one auction; `svc` is the request's `ext.<namespace>`. Everything derives from the message, so that a replay gets the same.
 */
export function auctionFacts(
  message: PrepareMessage,
  { svc, channel }: { readonly svc: RequestSvc; readonly channel: PrivacyChannel },
  { config, server, hostRates }: HopParts,
): AuctionFacts {
  const mintId = mintIds(seedFor('adapters', message.seed));
  return {
    namespace: config.namespace,
    entryPoint: channel === 'amp' ? channel : `openrtb2-${channel}`,
    nowMs: message.nowMs,
    rateOf: rateFinder(svc.currency, hostRates(message.rates)),
    mintId,
    randomInteger: () => numberOf(mintId()),
    host: {
      externalUrl: config.externalUrl,
      version: server.slice(server.indexOf('/') + 1),
      gvlVendorId: config.privacy.gdpr.hostVendorId === 0 ? '' : String(config.privacy.gdpr.hostVendorId),
      dataCenter: config.dataCenter,
    },
    tellsTimeouts: config.auction.tellTimeouts,
  };
}
