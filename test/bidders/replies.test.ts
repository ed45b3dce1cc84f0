/** Replies, beyond the recorded cases. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import across from '../../src/bidders/33across.ts';
import adprime from '../../src/bidders/adprime.ts';
import amx from '../../src/bidders/amx.ts';
import conversant from '../../src/bidders/conversant.ts';
import grid from '../../src/bidders/grid.ts';
import gumgum from '../../src/bidders/gumgum.ts';
import improvedigital from '../../src/bidders/improvedigital.ts';
import kargo from '../../src/bidders/kargo.ts';
import motorik from '../../src/bidders/motorik.ts';
import outbrain from '../../src/bidders/outbrain.ts';
import rise from '../../src/bidders/rise.ts';
import rtbhouse from '../../src/bidders/rtbhouse.ts';
import rubicon from '../../src/bidders/rubicon.ts';
import smartadserver from '../../src/bidders/smartadserver.ts';
import sovrn from '../../src/bidders/sovrn.ts';
import teads from '../../src/bidders/teads.ts';
import triplelift from '../../src/bidders/triplelift.ts';
import unruly from '../../src/bidders/unruly.ts';
import stackadapt from '../../src/bidders/stackadapt.ts';
import yeahmobi from '../../src/bidders/yeahmobi.ts';
import yieldmo from '../../src/bidders/yieldmo.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import { bidderOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const secrets = { platformId: 'p', credentials: { appSecret: 's' } };

/** Reads a reply in EUR with these bids for an imp `i1` of these types. */
function read(definition: BidderDefinition, bids: readonly object[], types: readonly MediaType[] = ['banner']) {
  const body = { cur: 'EUR', seatbid: [{ bid: bids.map((bid) => ({ id: 'b', impid: 'i1', price: 1.5, ...bid })) }] };
  return readingOf(bidderOf(definition, secrets), { body }, [types]);
}

t.test("the media type follows the bidder's rule, and a bid of unknown type is dropped with a problem", async (t) => {
  const cases: [BidderDefinition, object, MediaType[], MediaType | 'none'][] = [
    [across, { ext: { ttx: { mediaType: 'video' } } }, ['video'], 'video'],
    [across, { ext: { ttx: 'x' } }, ['video'], 'banner'],
    [adprime, { mtype: 2 }, ['banner', 'video'], 'video'],
    [adprime, {}, ['banner'], 'none'],
    [amx, { ext: { startdelay: 0 } }, ['banner'], 'video'],
    [amx, { ext: { ct: 10 } }, ['banner'], 'native'],
    [amx, { ext: { ct: '10' } }, ['banner'], 'none'],
    [conversant, { mtype: 3 }, ['banner', 'audio'], 'audio'],
    [conversant, {}, ['banner', 'video'], 'video'],
    [conversant, {}, ['banner', 'video', 'native'], 'native'],
    [conversant, {}, ['banner', 'audio'], 'audio'],
    [conversant, {}, ['banner'], 'banner'],
    [grid, { content_type: 'video' }, ['banner', 'video'], 'video'],
    [grid, { impid: 'other' }, ['banner'], 'none'],
    [gumgum, { impid: 'other' }, ['banner'], 'video'],
    [improvedigital, {}, ['banner', 'video'], 'none'],
    [improvedigital, { mtype: 9 }, ['banner'], 'none'],
    [improvedigital, {}, ['audio'], 'audio'],
    [kargo, { ext: { mediaType: 'x' } }, ['video'], 'banner'],
    [motorik, {}, ['banner', 'video'], 'banner'],
    [rise, { mtype: 3 }, ['audio'], 'none'],
    [rise, {}, ['banner'], 'none'],
    [rtbhouse, { mtype: 2 }, ['video'], 'none'],
    [smartadserver, {}, ['video'], 'banner'],
    [smartadserver, { mtype: 3 }, ['banner', 'audio'], 'audio'],
    [sovrn, {}, ['banner', 'video'], 'video'],
    [sovrn, { impid: 'other' }, ['banner'], 'none'],
    [triplelift, { ext: { triplelift_pb: { format: 17 } } }, ['video'], 'video'],
    [triplelift, { ext: {} }, ['video'], 'banner'],
    [triplelift, { ext: { triplelift_pb: 'x' } }, ['banner'], 'none'],
    [triplelift, {}, ['banner'], 'none'],
    [unruly, { adm: '<VAST version="3.0"></VAST>' }, ['banner', 'video'], 'video'],
    [unruly, { adm: '<div>' }, ['banner', 'video'], 'banner'],
    [yeahmobi, {}, ['video', 'native'], 'video'],
    [yieldmo, { ext: { mediatype: 'x' } }, ['banner'], 'none'],
    [yieldmo, {}, ['banner'], 'none'],
  ];
  for (const [definition, bid, types, expected] of cases) {
    const { bids, problems } = read(definition, [bid], types);
    const name = `${definition.code} ${JSON.stringify(bid)}`;
    t.equal(bids[0]?.type ?? 'none', expected, name);
    t.equal(problems.length, expected === 'none' ? 1 : 0, name);
  }
});

t.test('Rise: an invalid bid is dropped alone', async (t) => {
  const { bids, problems } = read(rise, [{ mtype: 7 }, { mtype: 1 }, { mtype: 'x' }, { mtype: 2 }], ['banner']);
  t.strictSame([bids.map(({ type }) => type), problems.length], [['banner', 'video'], 2]);
});

t.test('some bidders bid in the stated currency, others always in USD', async (t) => {
  for (const definition of [sovrn, across, grid, conversant, yieldmo, rtbhouse])
    t.equal(read(definition, []).cur, 'USD');
  for (const definition of [rise, kargo, amx, teads, outbrain, improvedigital])
    t.equal(read(definition, []).cur, 'EUR');
});

const admOf = (adm: string) => read(sovrn, [{ adm }]).bids[0]?.bid['adm'];

t.test('Sovrn: URL-encoded markup is decoded', async (t) => {
  t.equal(admOf('%3Cdiv+id%3D%22a%2Bb%22%3E'), '<div id="a+b">');
  t.equal(admOf('<a href="x%20y?a+b">'), '<a href="x%20y?a+b">');
  t.equal(admOf('100%'), '100%', 'invalid encoding is kept');
});

t.test('GumGum replaces the price macro in the adm of videos, RTB House in adm and nurl', async (t) => {
  const adm = 'x${AUCTION_PRICE}';
  t.equal(read(gumgum, [{ adm }], ['banner']).bids[0]?.bid['adm'], adm);
  t.equal(read(gumgum, [{ adm }], ['video']).bids[0]?.bid['adm'], 'x1.5');
  t.match(read(rtbhouse, [{ adm, nurl: adm, mtype: 1 }]).bids[0]?.bid, { adm: 'x1.5', nurl: 'x1.5' });
});

const native = (definition: BidderDefinition, bid: object) => {
  const { bids, problems } = read(definition, [{ mtype: 4, ...bid }], ['native']);
  return bids[0]?.bid['adm'] ?? problems.length;
};

const tracker = (event: number, method: number) => ({ event, method, url: `u${event}${method}` });

t.test(
  'native markup: Outbrain moves event trackers, others unwrap it or read an object, and invalid markup is a problem',
  async (t) => {
    const eventtrackers = [tracker(1, 1), tracker(1, 2), tracker(1, 2), tracker(2, 1), null, 7];
    const adm = JSON.stringify({ ver: '1.2', imptrackers: ['i'], jstracker: '<script/>', eventtrackers });
    const read1 = JSON.parse(native(outbrain, { adm }) as string) as object;
    const script = '<script src="u12"></script>';
    t.strictSame(read1, { ver: '1.2', imptrackers: ['i', 'u11'], jstracker: `<script/>${script}${script}` });
    t.equal(native(outbrain, { adm: '{"ver":"1"}' }), '{"ver":"1"}');
    for (const wrong of ['', '{', '[]', '"x"']) {
      t.equal(native(outbrain, { adm: wrong }), 1, `outbrain ${wrong}`);
      t.equal(native(rtbhouse, { adm: wrong }), 1, `rtbhouse ${wrong}`);
    }
    for (const definition of [rtbhouse, stackadapt]) {
      for (const wrong of ['', '<div>', '{"native":"x"}', '{"native":null}'])
        t.equal(native(definition, { adm: wrong }), 1, `${definition.code} ${wrong}`);
      t.equal(native(definition, { adm: '{"native":{"a":1.0}}' }), '{"a":1.0}', definition.code);
      t.equal(native(definition, { adm: '{"a":1.0}' }), '{"a":1.0}', definition.code);
    }
    t.equal(native(grid, { adm: '', adm_native: { a: 1 } }), '{"a":1}');
    t.equal(native(grid, { adm: 'own', adm_native: { a: 1 } }), 'own');
  },
);

const dealOf = (stated: object) =>
  read(improvedigital, [{ mtype: 1, ext: { improvedigital: stated } }]).bids[0]?.bid['dealid'];

t.test('Improve Digital: dealid is the line item of a classic or deal_id buy', async (t) => {
  t.equal(dealOf({ line_item_id: 7, buying_type: 'classic' }), '7');
  t.equal(dealOf({ line_item_id: 7, buying_type: 'deal_id' }), '7');
  t.equal(dealOf({ line_item_id: 7, buying_type: 'rtb' }), undefined);
  t.equal(dealOf({ buying_type: 'classic' }), undefined);
});

t.test('Teads: a bid without a complete renderer is dropped with a problem', async (t) => {
  const meta = { rendererName: 'teads', rendererVersion: '1', rendererData: {} };
  t.strictSame(read(teads, [{ ext: { prebid: { meta } } }]).bids[0]?.meta, meta);
  for (const wrong of [undefined, 7, { rendererName: 'teads' }, { ...meta, rendererVersion: '' }]) {
    const { bids, problems } = read(teads, [{ ext: { prebid: { meta: wrong } } }]);
    t.strictSame([bids.length, problems.length], [0, 1], JSON.stringify(wrong));
  }
});

t.test('Magnite: bids get the bidid and seat of the reply unless these are too long', async (t) => {
  const bid = { id: '0', impid: 'i1', price: 1, ext: { prebid: { type: 'banner' } } };
  const read = (text: string) =>
    readingOf(bidderOf(rubicon), { body: { bidid: text, seatbid: [{ seat: text, bid: [bid] }] } }).bids;
  t.match(read('b-1'), wholeLists([{ bid: { id: 'b-1', ext: { prebid: { meta: { seat: 'b-1' } } } } }]));
  t.notMatch(JSON.stringify(read('x'.repeat(9999))), /x{99}/);
});
