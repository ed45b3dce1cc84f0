/** What the first hop is given to judge a text by (issue 7, item 4): a request that nobody sent, without line items and vendor lists, which would judge it by more than itself, and with rates for every currency where the host has any. */
import type { PrepareMessage, StoredText } from '../auction/messages.ts';
import type { Config } from '../config/schema.ts';
import { sharedText } from '../stored/refreshed-text.ts';
import { standInId, standInText } from './minimal-request.ts';

/** What a floor is worth elsewhere is for no judgement to say; that it can be converted is. */
const everyRate = sharedText(
  JSON.stringify({ USD: Object.fromEntries(Intl.supportedValuesOf('currency').map((code) => [code, 1])) }),
);

/** The message of `request`; what it names of stored data is in `stored`, beside the response that stands in for bidders. */
export function judgedMessage(
  request: Pick<PrepareMessage, 'body' | 'admitted' | 'account'> & { readonly stored?: readonly StoredText[] },
  config: Config,
): PrepareMessage {
  const { stored = [], ...own } = request;
  const { ratesUrl, ratesFile } = config.currency;
  return {
    ...own,
    entryPoint: '',
    stored: [...stored, { kind: 'responses', id: standInId, text: Buffer.from(standInText) }],
    arrival: { https: true, ip: '203.0.113.1', ua: 'validate', referer: '', dnt: '', gpc: '', uids: '', hostUid: '' },
    rates: ratesUrl === '' && ratesFile === '' ? null : everyRate,
    lineItems: null,
    vendorLists: null,
    nowMs: Date.now(),
    bidderTmaxMs: config.auction.tmaxDefaultMs,
    seed: '0'.repeat(32),
  };
}
