/** Composes what bidders' adapters are told of the auction: the word, the clock, the rates, ids and chance (bidders, 'Steps'). */
import type { AuctionFacts } from '../src/adapter/contract.ts';
import type { PrepareMessage } from '../src/auction/messages.ts';
import type { RateSources } from '../src/money/convert.ts';
import { isObject, own, type JsonObject } from '../src/openrtb/merge-patch.ts';
import { mintIds } from '../src/openrtb/mint-ids.ts';
import type { HopParts } from './parts.ts';

/** The facts of one auction; `svc` is the request's `ext.<namespace>`. Everything follows from the message: a replay gets the same. */
export function auctionFacts(message: PrepareMessage, svc: JsonObject, { config, server }: HopParts): AuctionFacts {
  // Another order of the seed's digits, so that no adapter gets an id that the request got.
  const mintId = mintIds(message.seed.slice(8) + message.seed.slice(0, 8));
  return {
    namespace: config.namespace,
    entryPoint: '',
    nowMs: message.nowMs,
    rates: ratesOf(svc),
    mintId,
    randomInteger: () => Number.parseInt(mintId().slice(-12), 16),
    host: {
      externalUrl: config.externalUrl,
      version: server.slice(server.indexOf('/') + 1),
      gvlVendorId: '',
      dataCenter: '',
    },
  };
}

function ratesOf(svc: JsonObject): RateSources {
  const currency = own(svc, 'currency');
  const stated = isObject(currency) ? currency : {};
  return {
    request: own(stated, 'rates') as RateSources['request'],
    host: undefined,
    useHost: own(stated, 'usepbsrates') !== false,
  };
}
