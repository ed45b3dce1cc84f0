/** The sync pages of every definition: no unknown macro, no invalid URL. */
import t from 'tap';
import { loadBidders } from '../../src/load-bidders.ts';
import { encodeValues } from '../../src/usersync/sync-values.ts';
import { filledPage } from './filled-page.ts';
import { isNoId, Syncers } from '../../src/usersync/syncers.ts';

const { known } = await loadBidders();
const settings = Object.fromEntries([...known.keys()].map((code) => [code, { enabled: true }]));
const syncers = new Syncers({ settings, known }, 'https://gavel.example');
const signals = { gdpr: '1', gdprConsent: 'CP a', usPrivacy: '1YNN', gpp: 'DBAB', gppSid: '2,6' };
const values = encodeValues(signals, { id: '', returns: false });

t.ok(syncers.codes.length > 100, `${syncers.codes.length} bidders`);

for (const code of syncers.codes) {
  for (const [type, page] of syncers.find(code)!.pages) {
    const filled = filledPage(page, values);
    t.ok(URL.canParse(filled, 'https://page.example'), `${code} ${type}`);
    t.notMatch(filled, /\{\{\.?(?:gdpr|us_?privacy|gpp|redirect)/i, `${code} ${type}: no macro is left`);
    if (!filled.includes(encodeURIComponent('https://gavel.example'))) continue;
    t.match(filled, `bidder%3D${encodeURIComponent(code)}%26`, `${code} ${type}: the return URL names the bidder`);
  }
}

t.test("Meta's 0 for an unknown user is no id", async (t) => {
  const twin = { enabled: true, aliasOf: 'audienceNetwork' };
  const hosts = new Syncers({ settings: { ...settings, twin }, known }, 'https://gavel.example');
  for (const code of ['audienceNetwork', 'twin']) {
    t.ok(isNoId('0', hosts.find(code)!), code);
    t.notOk(isNoId('10', hosts.find(code)!), code);
  }
  t.notOk(isNoId('0', hosts.find('appnexus')!), 'other bidders may use 0 as an id');
});
