/** Faults and doubts about the host's default request, which are reported at the start (implementations A 1.4, B 0). */
import t from 'tap';
import { judgeDefaultRequest } from '../../src/judge/default-request.ts';
import { loadBidders } from '../../src/load-bidders.ts';
import { testConfig } from '../support/config.ts';
import { wholeLists } from '../support/whole-lists.ts';

const bidders = await loadBidders();

/** Judges a default request, given as text or JSON, for a host with one bidder. */
function judge(given: unknown, settings: object = {}) {
  const defaultRequest = typeof given === 'string' ? given : JSON.stringify(given);
  const own = { bidders: { acme: { endpoint: 'https://acme.example/' } }, privacy: { gdpr: { defaultScope: false } } };
  return judgeDefaultRequest(testConfig({ ...own, defaultRequest, ...settings }, bidders.known.keys()), bidders);
}

t.test('a valid default request, or none, has neither faults nor doubts', async (t) => {
  const sound = { bcat: ['IAB1'], regs: { gdpr: 0 }, ext: { svc: { aliases: { sister: 'acme' } } } };
  t.strictSame(judge(sound), { faults: [], doubts: [] });
  t.strictSame(judge(''), { faults: [], doubts: [] });
});

t.test('a request for events is no doubt if the host has events on', async (t) => {
  const asked = { ext: { svc: { events: {} } } };
  t.strictSame(judge(asked, { events: { enabled: true } }), { faults: [], doubts: [] });
  t.match(judge(asked).doubts, wholeLists([/events has no effect: events are off for the account/]));
});

t.test('a default request that is no object or nests too deeply is a fault', async (t) => {
  const fault = 'defaultRequest is not a JSON object: write {…}';
  for (const text of ['{', '[]', 'null', ' ']) t.strictSame(judge(text), { faults: [fault], doubts: [] }, text);
  const deep = `{"ext":${'{"a":'.repeat(600)}1${'}'.repeat(601)}`;
  t.strictSame(judge(deep).faults, ['defaultRequest is nested too deeply: 512 levels are allowed']);
});

t.test('all members that belong to a single request are faults', async (t) => {
  const own = { amp: { data: { curl: 'https://a.example/' } }, auctiontimestamp: 1_700_000_000_000 };
  const ext = { svc: { storedrequest: { id: 's' }, storedauctionresponse: { id: 's' }, ...own } };
  const source = { tid: 't' };
  t.strictSame(judge({ id: 'r', imp: [], site: {}, app: {}, dooh: {}, tmax: 5, source, ext }).faults, [
    'defaultRequest has id: each request has its own: remove it',
    'defaultRequest has imp: each request has its own: keep imps in stored requests',
    'defaultRequest has site: requests of apps would get it too: remove it',
    'defaultRequest has app: requests of websites would get it too: remove it',
    'defaultRequest has dooh: all other requests would get it too: remove it',
    'defaultRequest has tmax: set auction.tmaxDefaultMs instead',
    'defaultRequest has source.tid: each request has its own: remove it',
    'defaultRequest has ext.svc.storedrequest, which each request sets itself: remove it',
    'defaultRequest has ext.svc.storedauctionresponse, which each request sets itself: remove it',
    'defaultRequest has ext.svc.amp, which each request sets itself: remove it',
    'defaultRequest has ext.svc.auctiontimestamp, which each request sets itself: remove it',
  ]);
});

t.test('a member that makes every request invalid is a fault', async (t) => {
  t.strictSame(judge({ bcat: 5 }).faults, [
    'defaultRequest makes a request invalid: bcat must be an array, not a number',
  ]);
  const [fault] = judge({ ext: { svc: { aliases: { sister: 'acmee' } } } }).faults;
  t.match(
    fault,
    /^defaultRequest makes a request invalid: ext\.svc\.aliases\["sister"\] names "acmee", which is not known here/,
  );
});

t.test('a member that causes a warning in every request is a doubt', async (t) => {
  const { faults, doubts } = judge({ ext: { prebid: { aliases: { sister: 'acme' } } } });
  t.strictSame(faults, []);
  t.strictSame(doubts, [
    'defaultRequest: general: ext.prebid is not read here: use ext.svc, or ask this host to set namespace: prebid',
  ]);
});

t.test('floors in two currencies are a doubt unless the host has rates', async (t) => {
  const data = { currency: 'USD', modelGroups: [{ schema: { fields: ['mediaType'] }, values: { banner: 1 } }] };
  const floored = { ext: { svc: { floors: { floorMin: 1, floorMinCur: 'EUR', data } } } };
  const accounts = { defaults: { priceFloors: { enabled: true } } };
  t.match(judge(floored, { accounts }).doubts, wholeLists([/no rate converts EUR to USD/]));
  const currency = { ratesUrl: 'http://127.0.0.1:1/' };
  t.strictSame(judge(floored, { accounts, currency }), { faults: [], doubts: [] });
});

const ofCurrency = (cur: string): string =>
  `defaultRequest: general: cur is ${cur}, and bids in USD are dropped without a rate to convert them: correct it, or set currency.ratesUrl`;

t.test('a currency without a conversion rate is a doubt', async (t) => {
  const currency = { ratesUrl: 'http://127.0.0.1:1/' };
  t.strictSame(judge({ cur: ['EURO'] }, { currency }), { faults: [], doubts: [ofCurrency('EURO')] });
  t.strictSame(judge({ cur: ['EUR'] }), { faults: [], doubts: [ofCurrency('EUR')] });
  for (const source of [currency, { ratesFile: '/rates.json' }])
    t.strictSame(judge({ cur: ['eur'] }, { currency: source }).doubts, []);
  t.strictSame(judge({ cur: ['USD'] }).doubts, []);
  const rates = { EUR: { USD: 1.1 } };
  t.strictSame(judge({ cur: ['EUR'], ext: { svc: { currency: { rates } } } }).doubts, []);
});

t.test('data of a single user is a doubt', async (t) => {
  const { faults, doubts } = judge({
    user: { id: 'u', ext: { consent: 'c', data: {} } },
    device: { ip: '1.2.3.4', w: 1 },
  });
  t.strictSame(faults, []);
  t.strictSame(
    doubts.filter((doubt) => / has /.test(doubt)),
    ['user.id', 'user.ext.consent', 'device.ip'].map(
      (path) => `defaultRequest has ${path}: every user without one of their own would get it: remove it`,
    ),
  );
});

t.test('test and debug for every auction are doubts', async (t) => {
  t.strictSame(judge({ test: 1, ext: { svc: { debug: true } } }), {
    faults: [],
    doubts: [
      'defaultRequest has test: 1, which marks every auction as a test: remove it',
      'defaultRequest has ext.svc.debug, which shows the calls to bidders to every client: set debug.overrideToken instead',
    ],
  });
  t.strictSame(judge({ test: 0, ext: { svc: { debug: false } } }), { faults: [], doubts: [] });
});

t.test("faults in the bidders' settings are not reported here", async (t) => {
  t.strictSame(judge({ bcat: ['IAB1'] }, { bidders: { adxcg: {} } }), { faults: [], doubts: [] });
});
