/** A replay for a host without a configured externalUrl (issue 6, item 3): the links in its answers stay the same. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { captureFiles } from '../../src/observe/capture-files.ts';
import { postAuction } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { testFolder } from '../support/folder.ts';
import { runScript } from '../support/run-script.ts';
import { startService } from '../support/service.ts';

const command = join(import.meta.dirname, '../../bench/replay.ts');

const request = {
  id: 'r1',
  imp: [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { good: {} } } } }],
  app: { bundle: 'app.example', publisher: { id: 'p1' } },
  tmax: 5000,
  ext: { svc: { targeting: { includewinners: true }, cache: { bids: {} } } },
};

t.test('links to the service are no difference when externalUrl is derived from the port', async (t) => {
  const bidders = await startBidders(t);
  const bid = { id: 'b', impid: 'i1', price: 2, crid: 'c', adm: '<b>x</b>' };
  bidders.answer('good', { body: { seatbid: [{ bid: [bid] }] } });
  const dir = testFolder(t);
  const settings = {
    bidders: bidders.settings('good'),
    privacy: { gdpr: { defaultScope: false } },
    accounts: { defaults: { events: { enabled: true } } },
    events: { enabled: true },
    cache: { path: join(dir, 'cache'), timeoutMs: 5000, expectedMs: 500 },
    stored: { dir: join(dir, 'stored') },
  };
  const path = join(dir, 'auctions.ndjson');
  // The default externalUrl of a service on port 9123.
  const externalUrl = 'http://localhost:9123';
  const service = await startService(t, { ...settings, externalUrl, capture: { path, sampleRate: 1 } });
  const answer = await (await postAuction(service.url, request)).text();
  t.match(answer, /localhost:9123\/event/, 'the answer links to the service');
  await service.stop();
  const config = join(dir, 'service.json');
  writeFileSync(config, JSON.stringify({ ...settings, port: 9123 }));
  const args = [captureFiles(path)[0]!, '--patient', '--config', config, '--result', join(dir, 'result.json')];
  const { stdout } = await runScript(t, [command, ...args]);
  t.match(stdout, / 0 of 1 answers differ/);
});
