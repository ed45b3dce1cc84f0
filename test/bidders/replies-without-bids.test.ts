/** Replies without a bid: which are no bid, and which are a problem. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import adagio from '../../src/bidders/adagio.ts';
import adelement from '../../src/bidders/adelement.ts';
import adhese from '../../src/bidders/adhese.ts';
import aidem from '../../src/bidders/aidem.ts';
import bidmyadz from '../../src/bidders/bidmyadz.ts';
import bigoad from '../../src/bidders/bigoad.ts';
import concert from '../../src/bidders/concert.ts';
import displayio from '../../src/bidders/displayio.ts';
import goldbach from '../../src/bidders/goldbach.ts';
import infytv from '../../src/bidders/infytv.ts';
import kayzen from '../../src/bidders/kayzen.ts';
import krushmedia from '../../src/bidders/krushmedia.ts';
import lmKiviads from '../../src/bidders/lm_kiviads.ts';
import logicad from '../../src/bidders/logicad.ts';
import ownadx from '../../src/bidders/ownadx.ts';
import saLunamedia from '../../src/bidders/sa_lunamedia.ts';
import silvermob from '../../src/bidders/silvermob.ts';
import smartx from '../../src/bidders/smartx.ts';
import smrtconnect from '../../src/bidders/smrtconnect.ts';
import xeworks from '../../src/bidders/xeworks.ts';
import { bidderOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test(
  'bidders that decline with status 204: a reply without a seat is a problem, a seat without bids is none',
  async (t) => {
    const cases: [BidderDefinition, string][] = [
      [adagio, 'empty seatbid array'],
      [adelement, 'Empty SeatBid array'],
      [aidem, 'Empty SeatBid array'],
      [bigoad, 'Empty SeatBid array'],
      [displayio, 'Invalid SeatBids count: 0'],
      [infytv, 'Empty seatbid'],
      [lmKiviads, 'Array SeatBid cannot be empty'],
      [logicad, 'Invalid SeatBids count: 0'],
      [silvermob, 'Empty SeatBid array'],
      [smartx, 'no bidders found in JSON response'],
      [smrtconnect, 'Empty SeatBid array'],
      [xeworks, 'Array SeatBid cannot be empty'],
    ];
    for (const [definition, message] of cases) {
      const problemsOf = (seatbid: object[]) => readingOf(bidderOf(definition), { body: { seatbid } }).problems;
      t.strictSame(problemsOf([]), [{ code: 3, message }], definition.code);
      t.strictSame(problemsOf([{ bid: [] }]), [], definition.code);
      t.strictSame(readingOf(bidderOf(definition), { status: 204 }).problems, [], definition.code);
    }
  },
);

t.test('Kayzen: a reply without a seat is no problem', async (t) => {
  for (const body of [{}, { seatbid: [] }]) t.strictSame(readingOf(bidderOf(kayzen), { body }).problems, []);
});

t.test('Logicad and Display.io: a reply with two seats is a problem', async (t) => {
  for (const definition of [logicad, displayio]) {
    const { bids, problems } = readingOf(bidderOf(definition), { body: { seatbid: [{ bid: [] }, { bid: [] }] } });
    t.match([bids, problems], wholeLists([[], [{ code: 3, message: 'Invalid SeatBids count: 2' }]]), definition.code);
  }
});

t.test('InfyTV and Krushmedia: status 503 is no bid', async (t) => {
  for (const definition of [infytv, krushmedia]) {
    t.strictSame(readingOf(bidderOf(definition), { status: 503 }).problems, [], definition.code);
    t.match(readingOf(bidderOf(definition), { status: 500 }).problems, wholeLists([{ code: 3 }]), definition.code);
  }
});

t.test('Goldbach and Concert: a reply without a bid is a problem, status 204 is none', async (t) => {
  const cases: [BidderDefinition, number, string][] = [
    [goldbach, 201, 'no valid bids found in response'],
    [concert, 200, 'no bids returned'],
  ];
  for (const [definition, status, message] of cases) {
    for (const body of [{}, { seatbid: [{ bid: [] }] }])
      t.strictSame(readingOf(bidderOf(definition), { status, body }).problems, [{ code: 3, message }], definition.code);
    t.strictSame(readingOf(bidderOf(definition), { status: 204 }).problems, [], definition.code);
  }
});

t.test(
  'Adhese, BidMyAdz, OwnAdx and SA Lunamedia: a reply without a seat or a bid is a problem, status 204 is none',
  async (t) => {
    for (const [definition, noSeat, message] of [
      [adhese, 'Empty SeatBid', 'Empty SeatBid.Bid'],
      [bidmyadz, 'Empty SeatBid', 'Empty SeatBid.Bids'],
      [ownadx, 'Array SeatBid cannot be empty', 'Bid cannot be empty'],
      [saLunamedia, 'Empty SeatBid', 'Empty SeatBid.Bids'],
    ] as const) {
      const problemsOf = (seatbid: object[]) => readingOf(bidderOf(definition), { body: { seatbid } }).problems;
      t.strictSame(problemsOf([]), [{ code: 3, message: noSeat }], definition.code);
      t.strictSame(problemsOf([{ bid: [] }]), [{ code: 3, message }], definition.code);
      t.strictSame(readingOf(bidderOf(definition), { status: 204 }).problems, [], definition.code);
    }
  },
);
