/** Problems with a bidder's own message, which tools of hosts may match. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import aceex from '../../src/bidders/aceex.ts';
import adkernel from '../../src/bidders/adkernel.ts';
import adtarget from '../../src/bidders/adtarget.ts';
import epom from '../../src/bidders/epom.ts';
import grid from '../../src/bidders/grid.ts';
import improvedigital from '../../src/bidders/improvedigital.ts';
import inmobi from '../../src/bidders/inmobi.ts';
import lockerdome from '../../src/bidders/lockerdome.ts';
import madvertise from '../../src/bidders/madvertise.ts';
import onetag from '../../src/bidders/onetag.ts';
import pubmatic from '../../src/bidders/pubmatic.ts';
import pubnative from '../../src/bidders/pubnative.ts';
import rise from '../../src/bidders/rise.ts';
import rtbhouse from '../../src/bidders/rtbhouse.ts';
import smaato from '../../src/bidders/smaato.ts';
import triplelift from '../../src/bidders/triplelift.ts';
import yahooAds from '../../src/bidders/yahooAds.ts';
import { bidderOf, callsOf, readingOf, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

/** The problems of these imps, for which there must be no call. */
function problemsOf(definition: BidderDefinition, imps: readonly ImpWithParams[]) {
  const { calls, problems } = callsOf(bidderOf(definition), imps);
  t.strictSame(calls, [], `${definition.code} makes no call`);
  return problems.map(({ message }) => message);
}

t.test("unusable imps have the bidder's messages", async (t) => {
  const cases: [BidderDefinition, ImpWithParams[], string[]][] = [
    [aceex, [{ params: 7 }], ['ext.bidder not provided']],
    [adkernel, [], ['No impressions in the bid request']],
    [adkernel, [{ id: 'i1', banner, params: {} }], ['Invalid zoneId value: 0. Ignoring imp id=i1']],
    [
      adtarget,
      [{ id: 'i1', native: {}, params: { aid: 1 } }],
      ['ignoring imp id=i1, Adtarget supports only Video and Banner'],
    ],
    [epom, [{ banner }], ['ipv4 address is required field']],
    [grid, [], ['No valid impressions for grid']],
    [inmobi, [], ['No impression in the request']],
    [inmobi, [{ banner }, { banner }], ["'plc' is a required attribute for InMobi's bidder ext"]],
    [
      lockerdome,
      [{ video: {}, params: { adUnitId: 'a' } }],
      [
        'LockerDome does not currently support non-banner types.',
        'No valid or supported impressions in the bid request.',
      ],
    ],
    [
      madvertise,
      [
        { banner, params: { zoneId: '/111111' } },
        { banner, params: { zoneId: '/222222' } },
      ],
      ['There must be only one zone ID'],
    ],
    [
      onetag,
      [
        { banner, params: { pubId: '1' } },
        { banner, params: { pubId: '2' } },
      ],
      ['There must be only one publisher ID'],
    ],
    [pubnative, [{ banner, params: {} }], ['Impression is missing device OS information']],
    [rise, [{ banner }], ['extractOrg: no org or publisher_id supplied']],
    [
      triplelift,
      [{ native: {} }],
      ['neither Banner nor Video object specified', 'No valid impressions for triplelift'],
    ],
    [
      yahooAds,
      [{ params: [] }, { params: 'x' }],
      ['imp #0: ext.bidder not provided', 'imp #1: ext.bidder not provided'],
    ],
  ];
  for (const [definition, imps, expected] of cases)
    t.strictSame(problemsOf(definition, imps), expected, definition.code);
});

t.test(
  'PubMatic: the message names the fault of an adSlot; a valid one is split, and keywords are joined',
  async (t) => {
    const cases: [string, string][] = [
      ['a@1x2@b', 'Invalid adSlot provided a@1x2@b'],
      ['@1x2', 'Invalid adSlot provided @1x2'],
      ['a@', 'Invalid adSlot provided a@'],
      ['a@12', 'Invalid size provided in adSlot a@12'],
      ['a@1x2x3', 'Invalid size provided in adSlot a@1x2x3'],
      ['a@bx2', 'Invalid width provided in adSlot a@bx2'],
      ['a@1xb', 'Invalid height provided in adSlot a@1xb'],
    ];
    for (const [adSlot, text] of cases) t.strictSame(problemsOf(pubmatic, [{ banner, params: { adSlot } }]), [text]);
    const keywords = [{}, { key: 'k' }, { key: 'a', value: ['1', '2'] }];
    t.match(
      callsOf(bidderOf(pubmatic), [{ banner, params: { keywords } }]).calls,
      wholeLists([{ body: /"ext":\{"a":"1,2"\}/ }]),
    );
    const { calls } = callsOf(bidderOf(pubmatic), [{ banner, params: { adSlot: ' a @ 20 X 30 : 1 ' } }]);
    t.match(JSON.parse(calls[0]!.body), wholeLists({ imp: [{ tagid: 'a', banner: { w: 20, h: 30 } }] }));
  },
);

t.test("unusable replies have the bidder's messages", async (t) => {
  const bid = { id: 'b', impid: 'i1', price: 1 };
  const one = (more: object) => ({ seatbid: [{ bid: [{ ...bid, ...more }] }] });
  const cases: [BidderDefinition, object, string][] = [
    [aceex, { seatbid: [] }, 'Empty SeatBid array'],
    [adkernel, { seatbid: [{}, {}] }, 'Invalid SeatBids count: 2'],
    [adtarget, one({ impid: 'x' }), "ignoring bid id=b, request doesn't contain any impression with id=x"],
    [grid, one({ impid: 'x' }), 'Failed to find impression for ID: "x"'],
    [improvedigital, { seatbid: [{}, {}] }, 'Unexpected SeatBid! Must be only one but have: 2'],
    [improvedigital, one({ mtype: 7 }), 'Unsupported MType 7 for impression with ID: "i1"'],
    [onetag, one({ impid: 'x' }), 'The impression with ID x is not present into the request'],
    [pubmatic, one({}), 'failed to parse bid mtype (0) for impression id i1'],
    [rise, one({ mtype: 3 }), 'unsupported MType 3'],
    [rtbhouse, one({}), 'unrecognized bid type in response from rtbhouse for bid i1'],
    [adtarget, { seatbid: [{ bid: [{}] }] }, "ignoring bid id=, request doesn't contain any impression with id="],
    [grid, one({ impid: undefined }), 'Failed to find impression for ID: ""'],
    [improvedigital, one({ impid: undefined, mtype: 7 }), 'Unsupported MType 7 for impression with ID: ""'],
    [smaato, one({ id: undefined }), 'Empty ad markup in bid with id: '],
  ];
  for (const [definition, body, text] of cases) {
    const { bids, problems } = readingOf(bidderOf(definition), { body });
    t.strictSame([bids, problems], [[], [{ code: 3, message: text }]], definition.code);
  }
  const { problems } = readingOf(bidderOf(improvedigital), { body: one({}) }, [['banner', 'video']]);
  t.match(
    problems,
    wholeLists([{ message: 'Bid must have non-zero MType for multi format impression with ID: "i1"' }]),
  );
  t.match(
    readingOf(bidderOf(grid), { body: one({}) }, [['audio']]).problems,
    wholeLists([{ message: 'Unknown impression type for ID: "i1"' }]),
  );
  t.match(
    readingOf(bidderOf(adkernel), { status: 500 }).problems,
    wholeLists([{ message: 'Unexpected http status code: 500' }]),
  );
});
