/** What is wrong with a host's default request is told before it starts (implementations A 1.4, B 0). */
import t from 'tap';
import { judgeDefaultRequest } from '../../src/judge/default-request.ts';
import { loadBidders } from '../../src/load-bidders.ts';
import { testConfig } from '../support/config.ts';
import { wholeLists } from '../support/whole-lists.ts';

const bidders = await loadBidders();

/** The judgement of this default request, a text as it is, over one bidder. */
function judge(given: unknown, settings: object = {}) {
  const defaultRequest = typeof given === 'string' ? given : JSON.stringify(given);
  const own = { bidders: { acme: { endpoint: 'https://acme.example/' } }, privacy: { gdpr: { defaultScope: false } } };
  return judgeDefaultRequest(testConfig({ ...own, defaultRequest, ...settings }, bidders.known.keys()), bidders);
}

t.test('one that is sound, or none, has neither faults nor doubts', async (t) => {
  const sound = { bcat: ['IAB1'], regs: { gdpr: 0 }, ext: { svc: { aliases: { sister: 'acme' } } } };
  t.strictSame(judge(sound), { faults: [], doubts: [] });
  t.strictSame(judge(''), { faults: [], doubts: [] });
});

t.test('one that asks for events is no doubt: requests bring their accounts', async (t) => {
  const asked = { ext: { svc: { events: {} } } };
  t.strictSame(judge(asked, { events: { enabled: true } }), { faults: [], doubts: [] });
  t.match(judge(asked).doubts, wholeLists([/events has no effect: the account has none/]));
});

t.test('what is no object, or too deep', async (t) => {
  const fault = 'defaultRequest is no JSON object: write {…}';
  for (const text of ['{', '[]', 'null', ' ']) t.strictSame(judge(text), { faults: [fault], doubts: [] }, text);
  const deep = `{"ext":${'{"a":'.repeat(600)}1${'}'.repeat(601)}`;
  t.strictSame(judge(deep).faults, ['defaultRequest nests too deeply: 512 levels are allowed']);
});

t.test('members that are one request’s own, all at once', async (t) => {
  const own = { amp: { data: { curl: 'https://a.example/' } }, auctiontimestamp: 1_700_000_000_000 };
  const ext = { svc: { storedrequest: { id: 's' }, storedauctionresponse: { id: 's' }, ...own } };
  const source = { tid: 't' };
  t.strictSame(judge({ id: 'r', imp: [], site: {}, app: {}, dooh: {}, tmax: 5, source, ext }).faults, [
    'defaultRequest has id: each request has its own: remove it',
    'defaultRequest has imp: each request has its own: keep imps in stored requests',
    'defaultRequest has site: requests of apps would have it, too: remove it',
    'defaultRequest has app: requests of websites would have it, too: remove it',
    'defaultRequest has dooh: all other requests would have it, too: remove it',
    'defaultRequest has tmax: set auction.tmaxDefaultMs instead',
    'defaultRequest has source.tid: each request has its own: remove it',
    'defaultRequest has ext.svc.storedrequest, which requests name themselves: remove it',
    'defaultRequest has ext.svc.storedauctionresponse, which requests name themselves: remove it',
    'defaultRequest has ext.svc.amp, which requests name themselves: remove it',
    'defaultRequest has ext.svc.auctiontimestamp, which requests name themselves: remove it',
  ]);
});

t.test('what would be wrong with every request', async (t) => {
  t.strictSame(judge({ bcat: 5 }).faults, [
    'defaultRequest makes a request wrong: bcat must be an array, not a number',
  ]);
  const [fault] = judge({ ext: { svc: { aliases: { sister: 'acmee' } } } }).faults;
  t.match(
    fault,
    /^defaultRequest makes a request wrong: ext\.svc\.aliases\["sister"\] names "acmee", which is not known here/,
  );
});

t.test('what every request would be warned of is told as a doubt', async (t) => {
  const { faults, doubts } = judge({ ext: { prebid: { aliases: { sister: 'acme' } } } });
  t.strictSame(faults, []);
  t.strictSame(doubts, [
    'defaultRequest: general: ext.prebid is not read here: use ext.svc, or ask this host to set namespace: prebid',
  ]);
});

t.test('floors in two currencies are sound where the host has rates', async (t) => {
  const data = { currency: 'USD', modelGroups: [{ schema: { fields: ['mediaType'] }, values: { banner: 1 } }] };
  const floored = { ext: { svc: { floors: { floorMin: 1, floorMinCur: 'EUR', data } } } };
  const accounts = { defaults: { priceFloors: { enabled: true } } };
  t.match(judge(floored, { accounts }).doubts, wholeLists([/no rate converts EUR to USD/]));
  const currency = { ratesUrl: 'http://127.0.0.1:1/' };
  t.strictSame(judge(floored, { accounts, currency }), { faults: [], doubts: [] });
});

const ofCurrency = (cur: string): string =>
  `defaultRequest: general: cur is ${cur}, and bids in USD are dropped where no rate leads there: correct it, or set currency.ratesUrl`;

t.test('a currency to which bids cannot be converted is told as a doubt', async (t) => {
  const currency = { ratesUrl: 'http://127.0.0.1:1/' };
  t.strictSame(judge({ cur: ['EURO'] }, { currency }), { faults: [], doubts: [ofCurrency('EURO')] });
  t.strictSame(judge({ cur: ['EUR'] }), { faults: [], doubts: [ofCurrency('EUR')] });
  for (const source of [currency, { ratesFile: '/rates.json' }])
    t.strictSame(judge({ cur: ['eur'] }, { currency: source }).doubts, []);
  t.strictSame(judge({ cur: ['USD'] }).doubts, []);
  const rates = { EUR: { USD: 1.1 } };
  t.strictSame(judge({ cur: ['EUR'], ext: { svc: { currency: { rates } } } }).doubts, []);
});

t.test('what is one user’s own is told as a doubt', async (t) => {
  const { faults, doubts } = judge({
    user: { id: 'u', ext: { consent: 'c', data: {} } },
    device: { ip: '1.2.3.4', w: 1 },
  });
  t.strictSame(faults, []);
  t.strictSame(
    doubts.filter((doubt) => / has /.test(doubt)),
    ['user.id', 'user.ext.consent', 'device.ip'].map(
      (path) => `defaultRequest has ${path}: all users would have it who bring none of their own: remove it`,
    ),
  );
});

t.test('what would make every auction a test, or show everybody its calls, is told as a doubt', async (t) => {
  t.strictSame(judge({ test: 1, ext: { svc: { debug: true } } }), {
    faults: [],
    doubts: [
      'defaultRequest has test: 1, by which bidders take every auction for a test: remove it',
      'defaultRequest has ext.svc.debug, by which every client sees the calls to bidders: set debug.overrideToken instead',
    ],
  });
  t.strictSame(judge({ test: 0, ext: { svc: { debug: false } } }), { faults: [], doubts: [] });
});

t.test('bidders that are wrong themselves are left to who tells of them', async (t) => {
  t.strictSame(judge({ bcat: ['IAB1'] }, { bidders: { adxcg: {} } }), { faults: [], doubts: [] });
});
