/** Replies in private protocols with invalid entries or lists: each is a problem, and other bids are kept (house, 'Errors'). */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import adgeneration from '../../src/bidders/adgeneration.ts';
import adnuntius from '../../src/bidders/adnuntius.ts';
import adquery from '../../src/bidders/adquery.ts';
import beachfront from '../../src/bidders/beachfront.ts';
import contxtful from '../../src/bidders/contxtful.ts';
import eplanning from '../../src/bidders/eplanning.ts';
import flipp from '../../src/bidders/flipp.ts';
import huaweiads from '../../src/bidders/huaweiads.ts';
import invibes from '../../src/bidders/invibes.ts';
import mabidder from '../../src/bidders/mabidder.ts';
import mediasquare from '../../src/bidders/mediasquare.ts';
import stroeerCore from '../../src/bidders/stroeerCore.ts';
import { bidderOf, readingOf } from '../adapter/support.ts';

const ad = { adId: 'a', creativeId: 'c', html: '<p>', bid: { amount: 0.002, currency: 'EUR' } };
const unit = { targetId: 'x-i1:banner', ads: [ad] };
const picture = { imageInfo: [{ url: 'https://x.example/', width: 300, height: 250 }], clickUrl: 'https://x.example/' };
const creative = { contentid: 'c', price: 1, cur: 'EUR', metaData: picture };
const banner = { retcode30: 200, slotid: 's', adtype: 8, content: [creative] };

/** For a bidder: its reply around a list, an entry that is a bid for `i1`, and the note of its call. */
const protocols: readonly [
  definition: BidderDefinition,
  around: (list: unknown) => unknown,
  good: unknown,
  note?: unknown,
][] = [
  [adnuntius, (adUnits) => ({ adUnits }), unit],
  [adnuntius, (ads) => ({ adUnits: [{ ...unit, ads }] }), ad],
  [adnuntius, (deals) => ({ adUnits: [{ ...unit, ads: [], deals }] }), { ...ad, dealId: 'd' }],
  [eplanning, (sp) => ({ sp }), { k: 'n', a: [{ i: 'b', pr: 1, crid: 'c' }] }, [{ name: 'n', impid: 'i1' }]],
  [eplanning, (a) => ({ sp: [{ k: 'n', a }] }), { i: 'b', pr: 1, crid: 'c' }, [{ name: 'n', impid: 'i1' }]],
  [flipp, (inline) => ({ decisions: { inline } }), { prebid: { requestId: 'i1', cpm: 1 } }],
  [huaweiads, (multiad) => ({ retcode: 200, multiad }), banner, [{ slotid: 's', impid: 'i1', type: 'banner' }]],
  [
    huaweiads,
    (content) => ({ retcode: 200, multiad: [{ ...banner, content }] }),
    creative,
    [{ slotid: 's', impid: 'i1', type: 'banner' }],
  ],
  [invibes, (typedBids) => ({ typedBids }), { bid: { id: 'b', impid: 'i1', price: 1 }, dealPriority: 2 }],
  [mabidder, (Responses) => ({ Responses }), { requestId: 'i1', cpm: 1 }],
  [mediasquare, (responses) => ({ responses }), { bid_id: 'i1', cpm: 1 }],
  [stroeerCore, (bids) => ({ bids }), { bidId: 'i1', cpm: 1, mtype: 'banner' }],
];

function read(definition: BidderDefinition, body: unknown, note: unknown) {
  const { bids, problems } = readingOf(bidderOf(definition), { body, note });
  return { impids: bids.map(({ bid }) => bid['impid']), problems };
}

for (const [definition, around, good, note] of protocols) {
  const { code } = definition;
  t.test(`${code} ${JSON.stringify(around('~'))}: invalid entries and lists are problems`, async (t) => {
    t.strictSame(read(definition, around([good]), note), { impids: ['i1'], problems: [] }, 'a valid entry is read');
    t.strictSame(
      read(definition, around([null, 7, good]), note).impids,
      ['i1'],
      'a valid entry is read beside invalid ones',
    );
    t.strictSame(codesOf(read(definition, around([null, 7, good]), note)), [3, 3], 'each invalid entry is a problem');
    for (const list of ['x', 7, true, {}]) {
      t.strictSame(codesOf(read(definition, around(list), note)), [3], `${JSON.stringify(list)} is a problem`);
    }
    if (definition !== huaweiads)
      t.strictSame(codesOf(read(definition, around(null), note)), [], 'null is an empty list');
  });
}

function codesOf({ problems }: ReturnType<typeof read>): number[] {
  return problems.map(({ code }) => code);
}

function problemCodes(definition: BidderDefinition, body: unknown, note?: unknown): number[] {
  return codesOf(read(definition, body, note));
}

function impids(definition: BidderDefinition, body: unknown): unknown[] {
  return read(definition, body, undefined).impids;
}

t.test('other invalid replies and entries are problems', async (t) => {
  for (const body of [7, 'x', [], true]) t.strictSame(problemCodes(adquery, body), [3], 'Adquery');
  for (const results of ['x', 7, {}])
    t.strictSame(problemCodes(adgeneration, { locationid: 'l', results }, { id: 'l' }), [3]);
  t.strictSame(problemCodes(adgeneration, { locationid: 'm', results: [{}] }, { id: 'l' }), [3], 'another location');
  t.strictSame(problemCodes(adgeneration, { locationid: 'm', results: [] }, { id: 'l' }), [], 'no bid');
  t.strictSame(problemCodes(beachfront, [null, 7, { slot: 'i1', price: 1 }], { kind: 'banner' }), [3, 3], 'Beachfront');
  for (const decisions of ['x', 7, []]) t.strictSame(problemCodes(flipp, { decisions }), [3], 'Flipp');
  t.strictSame(problemCodes(contxtful, [null, 7, {}, { cpm: 0, requestId: 'i1' }, { cpm: 1 }]), [3, 3], 'Contxtful');
  t.strictSame(
    problemCodes(eplanning, { sp: [{ k: 'm', a: [{}] }] }, [{ name: 'n', impid: 'i1' }]),
    [3],
    'another space',
  );
  t.strictSame(
    problemCodes(adnuntius, { adUnits: [{ ...unit, targetId: 'x-i7' }] }),
    [3],
    'an ad unit for another imp',
  );
});

t.test('a bid with an invalid price is kept for the later checks', async (t) => {
  for (const amount of [null, 'x', [], 0, -1]) {
    const ads = [{ ...ad, bid: { amount, currency: 'EUR' } }];
    t.strictSame(impids(adnuntius, { adUnits: [{ ...unit, ads }] }), ['i1'], `Adnuntius ${JSON.stringify(amount)}`);
  }
  for (const cpm of ['x', true, [], {}]) {
    const body = [{ requestId: 'i1', cpm, mediaType: 'banner', adm: '<p>' }];
    t.strictSame(impids(contxtful, body), ['i1'], `Contxtful ${JSON.stringify(cpm)}`);
  }
});
