/** Hostile privacy signals through the first hop: an auction or status 400, never a crash, never slow. */
import t from 'tap';
import { PrivacyTally, type PrivacyCounts } from '../../src/privacy/counts.ts';
import type { PrepareResult } from '../../src/auction/messages.ts';
import { requestFor } from '../support/auction.ts';
import { dice } from '../support/chance.ts';
import { createTestHops, prepareMessage, served as servedResult } from '../support/hops.ts';
import { processorMs } from '../support/processor-time.ts';
import { binary, bitText, consentString, gppString, put, vendorListJson } from './support.ts';

const hops = createTestHops({
  bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' }, bidderB: { endpoint: 'http://127.0.0.1:1/b' } },
  privacy: { gdpr: { defaultScope: false, purposes: { p2: { enforce: 'none' } } } },
});

function prepare(parts: object, account: object = {}): PrepareResult {
  const request = requestFor({ bidderA: {}, bidderB: {} }, parts);
  return hops.prepare(prepareMessage(request, { account: JSON.stringify(account) }));
}

const list = vendorListJson(5, { 1: { purposes: [1] } });
const consent = consentString(list, { vendors: [1] });
const wide = `1${binary(1, 16)}${binary(65_535, 16)}`;
const slow = bitText(
  `${binary(2, 6)}${binary(0, 72)}${binary(10, 12)}${binary(0, 30)}${binary(5, 12)}${binary(4, 6)}00${binary(0, 73)}` +
    `${binary(0, 17)}${binary(0, 17)}${binary(1, 12)}${binary(2, 6)}01${binary(400, 12)}${wide.repeat(400)}`,
);

/** Values for any member. */
const values: readonly unknown[] = [
  null,
  true,
  0,
  1,
  -1,
  2,
  1e308,
  '',
  'x',
  '1YYN',
  'D',
  'DBABMA',
  `DBABMA~${consent}`,
  consent,
  slow,
  'CP',
  '~',
  '\u0000',
  [],
  [2],
  [2, 6, 7],
  ['2'],
  [null],
  [1e308, -1],
  {},
  { a: 1 },
  'x'.repeat(20_000),
  'D'.repeat(40_000),
  gppString({ 2: slow, 6: '1YYN', 7: 'BVVVVVVVVWA.AA' }),
  gppString({ 7: '!' }),
  JSON.parse('{"__proto__":{"gdpr":1}}'),
];

const places = [
  'regs.gdpr',
  'regs.us_privacy',
  'regs.gpp',
  'regs.gpp_sid',
  'regs.coppa',
  'regs.ext',
  'regs.ext.gdpr',
  'regs.ext.us_privacy',
  'regs.ext.gpp',
  'regs.ext.gpp_sid',
  'regs.ext.gpc',
  'user',
  'user.consent',
  'user.ext',
  'user.ext.consent',
  'user.ext.eids',
  'user.eids',
  'user.geo',
  'user.geo.country',
  'device',
  'device.lmt',
  'device.geo',
  'device.geo.lat',
  'device.geo.country',
  'device.ip',
  'device.ipv6',
  'source',
  'source.tid',
  'ext.svc.no-sale',
  'ext.svc.nosale',
  'ext.svc.bidderconfig',
];

t.test('any value in any privacy member is served or refused with 400', async (t) => {
  const restrictive = {
    privacy: { gdpr: { defaultScope: true }, allowActivities: { transmitTid: { default: false } } },
  };
  let served = 0;
  for (const place of places) {
    for (const value of values) {
      for (const also of [{}, { regs: { gdpr: 1, coppa: 1, us_privacy: '1YYN' } }]) {
        const parts = structuredClone(also);
        put(parts, place.split('.'), value);
        const prepared = prepare(parts, restrictive);
        if (prepared.ok) served += 1;
        else if (prepared.status !== 400) t.fail(`${place}: status ${prepared.status}`);
      }
    }
  }
  t.ok(served > 800, `${served} served, the others refused with 400`);
});

t.test('3,000 requests with three random signals are served or refused with 400', async (t) => {
  const roll = dice(3);
  let served = 0;
  for (let round = 0; round < 3000; round++) {
    const parts = {};
    for (let count = 0; count < 3; count++)
      put(parts, places[roll(places.length)]!.split('.'), structuredClone(values[roll(values.length)]));
    const prepared = prepare(parts);
    if (prepared.ok) served += 1;
    else if (prepared.status !== 400) t.fail(JSON.stringify(parts));
  }
  t.ok(served > 100, `${served} served, the others refused with 400`);
});

t.test('50 consent strings with the most expensive content are read in less than 5 seconds', async (t) => {
  const tookMs = processorMs(() => {
    for (let round = 0; round < 50; round++) prepare({ regs: { gdpr: 1 }, user: { consent: `${slow}.${round}` } });
  });
  t.ok(tookMs < 5000, `${tookMs} ms for 50`);
});

t.test('the counts of served auctions are summed by kind', async (t) => {
  const tally = new PrivacyTally();
  const add = (parts: object, account: object = {}) => {
    const prepared = servedResult(prepare(parts, account));
    if (prepared.privacy !== undefined) tally.add(prepared.privacy);
    return prepared.privacy;
  };
  t.equal(add({}), undefined, 'nothing to count');
  add({ regs: { gdpr: 1 } });
  add({ regs: { gdpr: 1 }, user: { consent: 'x' } });
  t.equal(add({ regs: { gdpr: 1 }, user: { consent } })?.missingList, 3 * 4096 + 5);
  add({ regs: { gdpr: 1 }, user: { consent: consentString(list, { disclosed: [], day: '2026-03-01' }) } });
  add({ regs: { us_privacy: '1YYN' }, ext: { svc: { 'no-sale': ['bidderA'] } } });
  add({ regs: { coppa: 1 } });
  add({ device: { lmt: 1 } });
  add({}, { privacy: { allowActivities: { fetchBids: { default: false } } } });
  const expected: PrivacyCounts = {
    gdpr: 4,
    consentMissing: 1,
    consentMalformed: 1,
    vendorListUnknown: 2,
    disclosureMissing: 1,
    optedOut: 1,
    coppa: 1,
    lmt: 1,
    biddersBlocked: 2,
    biddersScrubbed: 4 * 2 + 1 + 2 + 2,
  };
  t.strictSame(tally.counts(), expected);
});
