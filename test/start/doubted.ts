/** What the log would tell of a configuration, and one that leaves nothing to tell. */
import { loadBidders } from '../../src/load-bidders.ts';
import { startDoubts } from '../../src/start/doubts.ts';
import { testConfig } from '../support/config.ts';

const bidders = await loadBidders();

/** What is doubtful about these settings. */
export function doubts(settings: object): readonly string[] {
  return startDoubts(testConfig(settings, bidders.known.keys()), bidders);
}

/** What a host states that has nothing to doubt. */
export const sound = {
  externalUrl: 'https://auctions.example',
  bidders: { acme: { endpoint: 'https://acme.example/bid', gvlVendorId: 7 } },
  privacy: { gdpr: { defaultScope: true, vendorListUrl: 'https://vendor-list.consensu.org', vendorListDir: 'lists' } },
};
