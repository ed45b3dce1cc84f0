/** The host's files for all auctions are opened together, with all faults at once. */
import t from 'tap';
import { startHostTexts } from '../../src/stored/host-texts.ts';
import { muteLog } from './mute-log.ts';

t.test('every unusable file is in the error', async (t) => {
  const settings = {
    currency: { ratesFile: '/nowhere/rates.json', ratesUrl: '', refreshSeconds: 60 },
    bidders: {},
    lineItems: { file: '/nowhere/items.json' },
    categories: { dir: '/nowhere/categories' },
    priceFloors: { providerHosts: [] },
    privacy: {
      gdpr: { enabled: true, vendorListDir: '/dev/null/lists', vendorListUrl: '', vendorListRefreshSeconds: 60 },
    },
  };
  await t.rejects(startHostTexts(settings, muteLog), {
    message: /currency\.ratesFile .*; lineItems\.file .*; categories\.dir .*; privacy\.gdpr\.vendorListDir /,
  });
});
