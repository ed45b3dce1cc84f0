/** A converted host of Prebid Server (Go) starts and serves existing clients as the old server did. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startBidders } from '../support/bidders.ts';
import { testFolder } from '../support/folder.ts';
import { convert, sample, startResult } from './running-convert.ts';

/** A request as Prebid.js sends it, with ext.prebid and an empty targeting. */
const request = (publisher: string) => ({
  id: 'r1',
  tmax: 2500,
  imp: [
    { id: 'i1', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { housebidder: { zone: 1 } } } } },
  ],
  site: { page: 'https://page.example/', publisher: { id: publisher } },
  ext: { prebid: { targeting: {} } },
});

t.test('the converted and fixed sample starts and serves auctions, accounts and cookies', async (t) => {
  const dir = testFolder(t);
  const to = join(dir, 'service.yaml');
  const stored = join(dir, 'stored');
  const accounts = ['--accounts', sample('go-accounts'), '--stored', stored];
  const { messages } = await convert(sample('pbs.yaml'), '--from', 'go', '--to', to, ...accounts);
  t.match(messages.join('\n'), /^fix: bidders\.rubicon\.endpoint is missing/m);

  const bidders = await startBidders(t);
  const bid = { id: 'b1', impid: 'i1', price: 1.23, crid: 'c1', w: 300, h: 250, adm: '<a>' };
  bidders.answer('housebidder', { body: { id: 'r1', seatbid: [{ bid: [bid] }] } });
  // Tests do not use hosts outside this machine.
  writeFileSync(to, readFileSync(to, 'utf8').replaceAll(/^.*(?:vendorListUrl|ratesUrl): .*\n/gm, ''));
  const local = {
    'bidders.rubicon.endpoint': bidders.endpoint('rubicon'),
    'bidders.housebidder.endpoint': bidders.endpoint('housebidder'),
    'stored.dir': stored,
    'analytics.file.path': join(dir, 'events.jsonl'),
    workers: '0',
  };
  const { url, ask } = await startResult(t, to, local);

  const { status, text } = await ask(request('pub-2'));
  t.equal(status, 200, text);
  const [seat] = (JSON.parse(text) as { seatbid: { bid: { ext: { prebid: { targeting: object } } }[] }[] }).seatbid;
  t.strictSame(
    seat!.bid[0]!.ext.prebid.targeting,
    {
      hb_bidder: 'housebidder',
      hb_pb: '1.20',
      hb_size: '300x250',
      hb_bidder_housebidde: 'housebidder',
      hb_pb_housebidder: '1.20',
      hb_size_housebidder: '300x250',
    },
    'the keys of the winner and of each bidder, as the old server sets them',
  );
  const own = await ask(request('pub-1'));
  t.match(own.text, '"pb_pb_housebidder":"1.10"', 'an account with a prefix and an adjustment of its own');
  t.equal(
    (await ask(request('nobody'))).status,
    200,
    'an account that is not stored has the defaults, as in the old server',
  );
  // As the old server writes it: padded, with ids that expire.
  const uids = { tempUIDs: { house: { uid: 'u-1', expires: '2100-01-01T00:00:00Z' } } };
  const cookie = `uids=${Buffer.from(JSON.stringify(uids)).toString('base64').replaceAll('+', '-').replaceAll('/', '_')}`;
  const shown = await fetch(url.replace('openrtb2/auction', 'getuids'), { headers: { cookie } });
  t.match(await shown.json(), { buyeruids: { house: 'u-1' } }, 'ids in the old cookie are read');
  const stranger = {
    ...request('pub-2'),
    imp: [{ ...request('').imp[0], ext: { prebid: { bidder: { nobody: {} } } } }],
  };
  t.match(await ask(stranger), { status: 400, text: /nobody/ }, 'an unknown bidder is rejected');
});

t.test('timeouts and switches of another file are converted', async (t) => {
  const file = join(testFolder(t), 'pbs.yaml');
  writeFileSync(file, 'gdpr: {default_value: 1, enabled: false}\nauction_timeouts_ms: {default: 700, max: 600}\n');
  const { out } = await convert(file, '--from', 'go');
  t.match(out, /tmaxDefaultMs: 600\n/);
  t.match(out, /enabled: false\n/);
});

t.test(
  'a default request is converted to its content without line breaks; one that is not JSON is noted',
  async (t) => {
    const dir = testFolder(t);
    const file = join(dir, 'pbs.yaml');
    writeFileSync(file, 'gdpr: {default_value: 1}\ndefault_request: {type: file, file: {name: default.json}}\n');
    writeFileSync(join(dir, 'default.json'), '{\n  "tmax": 700\n}\n');
    t.match((await convert(file, '--from', 'go')).out, 'defaultRequest: \'{"tmax": 700}\'');
    writeFileSync(join(dir, 'default.json'), 'tmax: 700');
    const { out, messages } = await convert(file, '--from', 'go');
    t.notMatch(out, /defaultRequest/);
    t.match(messages.join('\n'), /^default_request\.file\.name: names a file that is not JSON/m);
  },
);
