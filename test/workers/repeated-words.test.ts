/** A client's or bidder's long word that an answer repeats for each bid or bidder, through both hops: the answer stays bounded. */
import t from 'tap';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import { answerOf, createTestHops, plainTerms, prepareMessage, replying, served } from '../support/hops.ts';
import { wholeLists } from '../support/whole-lists.ts';

const endpoint = 'http://127.0.0.1:1/a';
const site = { page: 'https://news.example/', domain: 'news.example', publisher: { id: 'p1' } };
const banner = { w: 300, h: 250 };
const most = 300_000;

/** The answer to a request whose one bidder makes 200 bids in `cur`, and its length in bytes. */
function answered(request: object, account: object, cur?: string) {
  const hops = createTestHops({ bidders: { bidderA: { endpoint } } });
  const imp = [{ id: 'i1', banner, ext: { svc: { bidder: { bidderA: {} } } } }];
  const message = prepareMessage({ id: 'r1', imp, site, ...request }, { account: JSON.stringify(account) });
  const bid = Array.from({ length: 200 }, (_, at) => ({ id: `b${at}`, impid: 'i1', price: 9, crid: 'c' }));
  const settled = hops.settle(
    settleMessage(served(hops.prepare(message)), [replying({ cur, seatbid: [{ bid }] })], plainTerms),
  );
  return { answer: answerOf(settled), bytes: settled.answer.end - settled.answer.start };
}

t.test('the ids of imps in the reasons for missing bids are bounded, in answers and in reports', async (t) => {
  const codes = Array.from({ length: 100 }, (_, at) => `bidder${at}`);
  const bidders = Object.fromEntries(codes.map((code) => [code, { endpoint }]));
  const hops = createTestHops({ bidders, analytics: { file: { path: './events.ndjson' } } });
  const id = 'i'.repeat(100_000);
  const asked = Object.fromEntries(codes.map((code) => [code, { pgdealsonly: true }]));
  const imp = [{ id, banner, ext: { svc: { bidder: asked } } }];
  const request = { id: 'r1', imp, site, ext: { svc: { returnallbidstatus: true } } };
  const settled = hops.settle(settleMessage(served(hops.prepare(prepareMessage(request))), [], plainTerms));
  for (const { start, end } of [settled.answer, ...settled.reports.map(({ json }) => json)])
    t.ok(end - start < 4_400_000, `${end - start} bytes`);
  t.equal(settled.reports.length, 1);
  const { ext } = answerOf(settled);
  t.equal(ext.seatnonbid.length, 20, 'as many as fit');
  t.match(ext.warnings.general, wholeLists([{ message: /^ext\.seatnonbid has over 2097152 characters of imp ids/ }]));
  t.equal(settled.tally.length, 300, 'metrics count all');
});

/** What a bid tells of a floor that the rule for this domain sets, and the length of the answer in bytes. */
function floorsOf(rule: string) {
  const group = { schema: { fields: ['domain'] }, values: { [rule]: 0.5 } };
  const ext = { svc: { floors: { data: { currency: 'USD', modelGroups: [group] } } } };
  const { answer, bytes } = answered({ site: { ...site, domain: rule }, ext }, { priceFloors: { enabled: true } });
  return { floors: answer.seatbid[0].bid[0].ext.svc.floors, bytes };
}

t.test('bids tell the rule of their floor only up to a length', async (t) => {
  t.strictSame(floorsOf('news.example').floors, {
    floorRule: 'news.example',
    floorRuleValue: 0.5,
    floorValue: 0.5,
    floorCurrency: 'USD',
  });
  const long = floorsOf('d'.repeat(20_000));
  t.strictSame(long.floors, { floorValue: 0.5, floorCurrency: 'USD' }, 'the floor itself applies');
  t.ok(long.bytes < most, `${long.bytes} bytes`);
});

t.test('bids in a currency too long to be one are dropped, also where the request states the same', async (t) => {
  const { answer, bytes } = answered({ cur: ['X'.repeat(20_000)] }, {}, 'x'.repeat(20_000));
  t.strictSame(answer.seatbid, []);
  t.match(answer.ext.errors.bidderA, wholeLists([{ code: 999, message: /^no rate to convert from "XXXXXXXX" to/ }]));
  t.ok(bytes < most, `${bytes} bytes`);
  t.equal(answered({ cur: ['POINTS'] }, {}, 'points').answer.seatbid[0].bid.length, 200, 'a private one is kept');
});

t.test('debug output has the bodies of calls up to a total', async (t) => {
  const hops = createTestHops({ bidders: { bidderA: { endpoint } } });
  const names = Array.from({ length: 60 }, (_, at) => `alias${at}`);
  const asked = Object.fromEntries(names.map((name) => [name, {}]));
  const request = {
    id: 'r1',
    test: 1,
    imp: [{ id: 'i1', banner, ext: { svc: { bidder: asked } } }],
    site: { ...site, ext: { long: 'x'.repeat(100_000) } },
    ext: {
      svc: {
        aliases: Object.fromEntries(names.map((name) => [name, 'bidderA'])),
        targeting: { includewinners: true },
        adservertargeting: [{ key: 'k', source: 'static', value: 'v' }],
      },
    },
  };
  const prepared = served(hops.prepare(prepareMessage(request)));
  const replies = prepared.calls.map(() => replying({}));
  const settled = hops.settle(settleMessage(prepared, replies, plainTerms));
  t.ok(settled.answer.end - settled.answer.start < 4_500_000, 'the answer is bounded');
  const { debug, warnings } = answerOf(settled).ext;
  const bodies = names.map((name) => debug.httpcalls[name][0].requestbody as string);
  t.strictSame(
    bodies.map((body) => body !== ''),
    names.map((_, at) => at < 41),
    'the first bodies are whole',
  );
  t.equal(JSON.parse(bodies[40]!).site.ext.long.length, 100_000);
  t.equal(debug.httpcalls['alias59'][0].responsebody, '{}', 'every reply is shown');
  t.match(warnings.general, wholeLists([{ message: /^ext\.debug\.httpcalls has over 4194304 characters/ }]));
});
