/** Series that alerts watch start at zero: a rate does not see the first value of a series (issue 7, item 5). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { postAuction, requestFor } from '../../support/auction.ts';
import { startBidders } from '../../support/bidders.ts';
import { Exposition } from '../../support/exposition.ts';
import { testFolder } from '../../support/folder.ts';
import { startService } from '../../support/service.ts';

const bidders = await startBidders(t);

t.test('a service without troubles shows each of their series at zero', async (t) => {
  const file = join(testFolder(t), 'plugin.mjs');
  writeFileSync(file, 'export default { question: () => undefined, lookUp: () => 1 };');
  const service = await startService(t, {
    bidders: bidders.settings('bidderA', 'bidderB'),
    plugins: { mine: { file } },
  });
  t.equal((await postAuction(service.url, requestFor({ bidderA: {} }))).status, 200);

  const text = await service.metrics();
  const read = new Exposition(text);
  const shown = (name: string, labels: { readonly [label: string]: string }): (number | string)[][] =>
    read.find(name, labels).map((one) => [...one.labels.values(), one.value]);
  for (const channel of ['web', 'app', 'dooh', 'amp', 'unknown']) {
    const none = ['200', '400', '499', '500', '503'].map((status) => [channel, status, 0]);
    if (channel === 'web') none[0]![2] = 1;
    t.strictSame(shown('gavel_auctions_total', { channel }), none);
  }
  t.strictSame(shown('gavel_bidder_calls_total', { outcome: 'busy' }), [
    ['bidderA', 'busy', 0],
    ['other', 'busy', 0],
  ]);
  const reasons = ['late', 'resting', 'busy', 'slow', 'failed', 'refused'];
  t.strictSame(
    shown('gavel_cache_faults_total', {}),
    reasons.map((reason) => ['embedded', reason, 0]),
  );
  t.strictSame(shown('gavel_privacy_bidders_total', {}), [
    ['blocked', 0],
    ['scrubbed', 0],
  ]);
  t.notOk(text.includes('gavel_account_auctions_total'), 'no accounts are named');
  t.strictSame(shown('gavel_code_bugs_total', {}), [['plugin', 'mine', 0]]);
  const ends = ['found', 'nothing', 'late', 'left', 'failed', 'refused'];
  t.strictSame(
    shown('gavel_plugin_look_ups_total', {}),
    ends.map((end) => ['mine', end, 0]),
  );
});
