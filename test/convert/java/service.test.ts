/** A converted host of Prebid Server Java starts and serves existing clients as the old server did. */
import { join } from 'node:path';
import t from 'tap';
import { startBidders } from '../../support/bidders.ts';
import { testFolder } from '../../support/folder.ts';
import { convert, startResult } from '../running-convert.ts';

const sample = (name: string): string => join(import.meta.dirname, 'samples', name);

/** A request as Prebid.js sends it, with ext.prebid and an empty targeting. */
const request = (publisher: string, more: object = {}) => ({
  id: 'r1',
  tmax: 2500,
  imp: [{ id: 'i1', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { generic: { zone: 1 } } } } }],
  site: { page: 'https://page.example/', publisher: { id: publisher } },
  regs: { ext: { gdpr: 0 } },
  ext: { prebid: { targeting: {}, ...more } },
});

const bid = (id: string, price: number) => ({ id, impid: 'i1', price, crid: 'c1', w: 300, h: 250, adm: '<a>' });

interface Answer {
  readonly cur: string;
  readonly seatbid: readonly {
    readonly seat: string;
    readonly bid: readonly {
      readonly id: string;
      readonly ext: { readonly prebid: { readonly targeting?: object } };
    }[];
  }[];
}

t.test('the converted sample starts and serves auctions, the cache and accounts', async (t) => {
  const dir = testFolder(t);
  const to = join(dir, 'service.yaml');
  const stored = join(dir, 'stored');
  const accounts = ['--accounts', sample('settings.yaml'), '--stored', stored];
  const { messages } = await convert(sample('prebid-config.yaml'), '--from', 'java', '--to', to, ...accounts);
  t.notMatch(messages.join('\n'), 'fix:');

  const bidders = await startBidders(t);
  bidders.answer('generic', { body: { id: 'r1', cur: 'EUR', seatbid: [{ bid: [bid('b1', 1.23), bid('b2', 1.0)] }] } });
  const uuid = '12345678-1234-4234-8234-123456789012';
  bidders.answer('pbc', { body: { responses: [{ uuid }] } });
  // Tests do not use hosts outside this machine.
  const local = {
    'bidders.generic.endpoint': bidders.endpoint('generic'),
    'cache.url': bidders.endpoint('pbc'),
    'cache.timeoutMs': '2000',
    'privacy.gdpr.vendorListUrl': '',
    'privacy.gdpr.vendorListDir': join(dir, 'lists'),
    'currency.ratesUrl': '',
    'stored.source': 'files',
    'stored.url': '',
    'stored.dir': stored,
    'stored.timeoutMs': '2000',
    'log.level': 'info',
    processes: '1',
    workers: '0',
  };
  const { ask } = await startResult(t, to, local);

  const plain = await ask(request('1003'));
  t.equal(plain.status, 200, plain.text);
  const answer = JSON.parse(plain.text) as Answer;
  t.equal(answer.cur, 'EUR', 'the ad server currency');
  const [seat] = answer.seatbid;
  t.equal(seat!.seat, 'generic');
  t.strictSame(
    seat!.bid.map(({ id }) => id),
    ['b1'],
    'without multibid one bid per bidder and imp',
  );
  t.strictSame(
    seat!.bid[0]!.ext.prebid.targeting,
    {
      hb_bidder: 'generic',
      hb_pb: '1.20',
      hb_size: '300x250',
      hb_bidder_generic: 'generic',
      hb_pb_generic: '1.20',
      hb_size_generic: '300x250',
    },
    'the keys of the winner and of each bidder, as the old server sets them',
  );

  const cached = await ask(request('1003', { cache: { bids: {} } }));
  t.match(cached.text, `"hb_cache_id":"${uuid}"`);
  t.match(cached.text, '"hb_cache_host":"cache.example"', 'the public address of the cache is kept');

  const own = await ask(request('1001'));
  t.match(own.text, '"pub_pb":"1.50"', 'an account with its own prefix, rounding and price buckets');
  t.notMatch(own.text, 'pub_pb_generic', 'without keys of bidders');
  t.equal((await ask(request('1002'))).status, 503, 'an inactive account');
  t.equal((await ask(request('nobody'))).status, 400, 'an unknown account');
  t.equal((await ask(request('bad-1'))).status, 503, 'a blocked account');
});
