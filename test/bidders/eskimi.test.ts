/** Eskimi: what its params set where the request has no value, and the media type of a bid. No recorded case covers it. */
import t from 'tap';
import eskimi from '../../src/bidders/eskimi.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, readingOf, type ImpWithParams } from '../adapter/support.ts';

const bidder = bidderOf(eskimi);
const banner = { w: 300, h: 250 };

/** The body for these imps, with ids from `i1`. */
function bodyFor(imps: readonly ImpWithParams[], request: Partial<BidRequest> = {}) {
  return bodyOf(callsOf(bidder, imps, { site: { ext: { a: 1 } }, ...request }));
}

t.test("the first imp's placement and blocked categories are used for the request", async (t) => {
  const body = bodyFor([
    { banner, params: { placementId: 1, bcat: ['IAB1'] } },
    { banner, params: { placementId: 2, bcat: ['IAB2'], badv: ['a.example'] } },
  ]);
  t.strictSame([body['site'], body['bcat'], body['badv']], [{ ext: { a: 1, placementId: 1 } }, ['IAB1'], undefined]);
});

t.test('the block lists of the request take precedence over those of the params', async (t) => {
  const params = { placementId: 1, bcat: ['IAB1'], badv: ['a.example'], bapp: ['a.b'], battr: [1, 2] };
  const imp = { banner: { ...banner, battr: [3] }, video: { battr: [] }, params };
  const body = bodyFor([imp], { bcat: ['IAB7'], badv: [], bapp: ['own'] });
  t.strictSame([body['bcat'], body['badv'], body['bapp']], [['IAB7'], ['a.example'], ['own']]);
  t.strictSame([body.imp[0]?.banner, body.imp[0]?.video], [{ ...banner, battr: [3] }, { battr: [1, 2] }]);
});

/** The bidfloor, bidfloorcur and secure of an imp as sent. */
function floorOf(own: ImpWithParams, more: object) {
  const [imp] = bodyFor([{ ...own, banner, params: { placementId: 1, ...more } }]).imp;
  return [imp?.bidfloor, imp?.bidfloorcur, imp?.secure];
}

t.test('an imp keeps its own floor, else it has the floor and currency of its params', async (t) => {
  t.strictSame(floorOf({ bidfloor: 5, bidfloorcur: 'USD', secure: 0 }, { bidFloor: 1, bidFloorCur: 'EUR' }), [
    5,
    'USD',
    0,
  ]);
  t.strictSame(floorOf({}, { bidFloor: 1, bidFloorCur: 'EUR' }), [1, 'EUR', 1]);
  t.strictSame(floorOf({}, { bidFloor: 2 }), [2, undefined, 1]);
  t.strictSame(floorOf({}, { bidFloor: 0, bidFloorCur: 'EUR' }), [undefined, undefined, 1]);
});

/** The type of a bid for an imp of these types, or the code of its problem. */
function typeOf(types: readonly MediaType[], more: object = {}) {
  const body = { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, ...more }] }] };
  const { bids, problems } = readingOf(bidder, { body }, [types]);
  return bids[0]?.type ?? problems[0]?.code;
}

t.test('a bid for an imp with banner and video needs an mtype', async (t) => {
  t.strictSame([typeOf(['banner']), typeOf(['video'])], ['banner', 'video']);
  t.strictSame([typeOf(['banner', 'video']), typeOf(['banner', 'video'], { mtype: 2 })], [3, 'video']);
  t.equal(typeOf(['banner'], { mtype: 4 }), 3);
});
