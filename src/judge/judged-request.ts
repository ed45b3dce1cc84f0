/** Lets the first hop judge a text of the host (issue 7, item 4), by nothing but a live request, and collects its warnings. */
import { createHops } from '../../workers/hops.ts';
import type { BidderDefinition } from '../adapter/define-bidder.ts';
import type { AuctionContext } from '../auction/context.ts';
import type { PrepareMessage, StoredText } from '../auction/messages.ts';
import type { HopFunctions } from '../auction/hop-functions.ts';
import type { Config } from '../config/schema.ts';
import { faultsOf } from '../error-text.ts';
import { warningCode } from '../errors.ts';
import { rateFinder, shownCurrency, type Rates } from '../money/convert.ts';
import { sharedText } from '../stored/refreshed-text.ts';
import { standInId } from './live-request.ts';

/** The stored response that stands in for bidders: one seat with one bid. */
const standInText = '[{"seat":"validate","bid":[{"id":"1","price":1,"crid":"1","adm":"-","w":300,"h":250}]}]';

/** Rates for every currency: what matters is whether a floor can be converted, not what it comes to. */
const everyRate: Rates = { USD: Object.fromEntries(Intl.supportedValuesOf('currency').map((code) => [code, 1])) };

const everyRateText = sharedText(JSON.stringify(everyRate));

/** The hops that judge, or what is wrong with the host's bidders, one sentence each. */
export function judgingHops(
  config: Config,
  definitions: readonly BidderDefinition[],
): HopFunctions | { readonly faults: readonly string[] } {
  try {
    return createHops({ config, server: 'gavel/validate', keepsContext: true }, definitions);
  } catch (error) {
    return { faults: faultsOf(error) };
  }
}

/**
 * The message of `request` to the hop. It has no line items and no vendor lists, so that only the request is judged, and rates for every
 * currency if the host has any rates. `stored` is the stored data that the request names; the response that stands in for bidders is
 * added to it.
 */
export function judgedMessage(
  request: Pick<PrepareMessage, 'body' | 'admitted' | 'account'> & { readonly stored?: readonly StoredText[] },
  config: Config,
): PrepareMessage {
  const { stored = [], ...own } = request;
  return {
    ...own,
    entryPoint: '',
    stored: [...stored, { kind: 'responses', id: standInId, text: Buffer.from(standInText) }],
    arrival: { https: true, ip: '203.0.113.1', ua: 'validate', referer: '', dnt: '', gpc: '', uids: '', hostUid: '' },
    rates: hasRates(config) ? everyRateText : null,
    lineItems: null,
    vendorLists: null,
    nowMs: Date.now(),
    bidderTmaxMs: config.auction.tmaxDefaultMs,
    seed: '0'.repeat(32),
  };
}

function hasRates({ currency: { ratesUrl, ratesFile } }: Config): boolean {
  return ratesUrl !== '' || ratesFile !== '';
}

/**
 * The first hop's warnings about a judged request, plus one that hops otherwise give only for real bids: that those in USD cannot be
 * converted.
 */
export function warningsOf({ warnings, cur, svc }: AuctionContext, config: Config): AuctionContext['warnings'] {
  const rateOf = rateFinder(svc['currency'], hasRates(config) ? everyRate : undefined);
  if (rateOf('USD', cur) !== null) return warnings;
  const message = `cur is ${shownCurrency(cur)}, and bids in USD are dropped without a rate to convert them: correct it, or set currency.ratesUrl`;
  return [...warnings, ['general', [{ code: warningCode.general, message }]]];
}
