/** The warnings that a configuration gets in the log, and a configuration that gets none. */
import { loadBidders } from '../../src/load-bidders.ts';
import { startDoubts } from '../../src/start/doubts.ts';
import { testConfig } from '../support/config.ts';

const bidders = await loadBidders();

/** The warnings that these settings get. */
export function doubts(settings: object): readonly string[] {
  return startDoubts(testConfig(settings, bidders.known.keys()), bidders);
}

/** Settings that get no warning. */
export const sound = {
  externalUrl: 'https://auctions.example',
  bidders: { acme: { endpoint: 'https://acme.example/bid', gvlVendorId: 7 } },
  privacy: { gdpr: { defaultScope: true, vendorListUrl: 'https://vendor-list.consensu.org', vendorListDir: 'lists' } },
};
