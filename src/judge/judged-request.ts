/** How the first hop judges a text of the host (issue 7, item 4): by a live request alone, and what of it is told. */
import { createHops } from '../../workers/hops.ts';
import type { BidderDefinition } from '../adapter/define-bidder.ts';
import type { AuctionContext } from '../auction/context.ts';
import type { PrepareMessage, StoredText } from '../auction/messages.ts';
import type { HopFunctions } from '../auction/hop-functions.ts';
import type { Config } from '../config/schema.ts';
import { faultsOf } from '../error-text.ts';
import { warningCode } from '../errors.ts';
import { findRate, rateSources, shownCurrency, type Rates } from '../money/convert.ts';
import { sharedText } from '../stored/refreshed-text.ts';
import { standInId } from './live-request.ts';

/** The stored response that stands in for bidders: one seat with one bid. */
const standInText = '[{"seat":"validate","bid":[{"id":"1","price":1,"crid":"1","adm":"-","w":300,"h":250}]}]';

/** What a floor is worth elsewhere is for no judgement to say; that it can be converted is. */
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
 * The message of `request`, without line items and vendor lists, which would judge it by more than itself, and with rates for every
 * currency where the host has any; what it names of stored data is in `stored`, beside the response that stands in for bidders.
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

/** What the first hop warns of in a judged request, and what no hop can know before there are bids: whether those in USD can be converted. */
export function warningsOf({ warnings, cur, svc }: AuctionContext, config: Config): AuctionContext['warnings'] {
  const rates = rateSources(svc['currency'], hasRates(config) ? everyRate : undefined);
  if (findRate('USD', cur, rates) !== null) return warnings;
  const message = `cur is ${shownCurrency(cur)}, and bids in USD are dropped where no rate leads there: correct it, or set currency.ratesUrl`;
  return [...warnings, ['general', [{ code: warningCode.general, message }]]];
}
