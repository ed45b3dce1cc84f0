/** What the first hop is given to judge a text by (issue 7, item 4): a request that nobody sent, without rates, line items and vendor lists, which would judge it by more than itself. */
import type { PrepareMessage, StoredText } from '../auction/messages.ts';
import type { Config } from '../config/schema.ts';
import { standInId, standInText } from './minimal-request.ts';

/** The message of `request`; what it names of stored data is in `stored`, beside the response that stands in for bidders. */
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
    rates: null,
    lineItems: null,
    vendorLists: null,
    nowMs: Date.now(),
    bidderTmaxMs: config.auction.tmaxDefaultMs,
    seed: '0'.repeat(32),
  };
}
