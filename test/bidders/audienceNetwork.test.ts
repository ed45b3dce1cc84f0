/** Audience Network: calls and replies beyond the recorded cases. */
import t from 'tap';
import audienceNetwork from '../../src/bidders/audienceNetwork.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, type ImpWithParams, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

const bidder = bidderOf(audienceNetwork, { platformId: 'p', credentials: { appSecret: 's' } });

/** The body for one imp. */
const bodyOfOne = (imp: ImpWithParams, request: Partial<BidRequest>) => bodyOf(callsOf(bidder, [imp], request));

t.test('a rewarded video has videotype rewarded', async (t) => {
  const ext = { svc: { is_rewarded_inventory: 1 } };
  const app = { app: {}, user: { buyeruid: 'token' } };
  const params = { placementId: '1_2' };
  const [first] = bodyOfOne({ video: {}, ext, params }, app).imp;
  t.strictSame([first?.rwdd, first?.video], [1, { w: 0, h: 0, ext: { videotype: 'rewarded' } }]);
});

/** A video with this videotype. */
const named = (videotype: string) => ({ video: { ext: { videotype } } });

t.test('a rewarded video is a rewarded_interstitial if the publisher names it so or it has instl', async (t) => {
  const app = { app: {}, user: { buyeruid: 'token' } };
  const params = { placementId: '1_2' };
  const videotypeOf = (imp: ImpWithParams) => bodyOfOne({ params, ...imp }, app).imp[0]?.video?.ext?.['videotype'];
  t.equal(videotypeOf({ ...named('rewarded_interstitial'), rwdd: 1 }), 'rewarded_interstitial');
  t.equal(videotypeOf({ ...named('rewarded'), rwdd: 1, instl: 1 }), 'rewarded_interstitial');
  t.equal(videotypeOf({ ...named('other'), rwdd: 1 }), 'rewarded');
});

t.test(
  'an imp needs an app, a user token, a known size and a valid placement; the host needs credentials',
  async (t) => {
    const app = { app: { id: 'a' }, user: { buyeruid: 'token' } };
    const params = { placementId: '2', publisherId: '1' };
    const problemOf = (imp: ImpWithParams, request: Partial<BidRequest> = app) =>
      callsOf(bidder, [{ id: 'i1', params, ...imp }], request).problems[0]?.message;
    t.match(problemOf({ banner }, { app: {} }), /'user\.buyeruid'/);
    t.match(problemOf({ banner }, { ...app, site: {} }), /^Site impressions are not supported\.$/);
    t.match(problemOf({ banner: { w: 728, h: 90 } }), /50 or 250 high/);
    t.match(problemOf({ audio: {} }), /none of banner, video, native/);
    t.match(problemOf({ native: {}, instl: 1 }), /interstitial/);
    for (const placementId of ['', '_', '1_', '_2', '1_2_3'])
      t.match(problemOf({ banner, params: { placementId } }), /placementId must be/);
    const body = bodyOfOne(
      {
        banner: {
          format: [
            { w: 728, h: 90 },
            { w: 320, h: 50 },
          ],
        },
        video: {},
        params,
      },
      app,
    );
    t.strictSame(body.imp, [{ id: 'i1', banner: { w: -1, h: 50 }, tagid: '1_2' }]);
    t.strictSame(body['app'], { id: 'a', publisher: { id: '1' } });
    t.throws(() => bidderOf(audienceNetwork, { platformId: 'p' }), /credentials\.appSecret is missing/);
    t.throws(() => bidderOf(audienceNetwork), /platformId is missing: .*; credentials\.appSecret is missing/);
  },
);

t.test('the error of a reply is in a header; a bid needs markup with a bid_id', async (t) => {
  t.strictSame(bidder.adapter.replyHeaders, ['x-fb-an-errors']);
  const { problems } = readingOf(bidder, { status: 400, headers: ['x-fb-an-errors', 'bad placement'] });
  t.match(problems, wholeLists([{ code: 2, message: /400.*bad placement/ }]));
  t.match(
    readingOf(bidder, { status: 500 }).problems,
    wholeLists([{ code: 3, message: /^Unexpected status code 500 with error message ''$/ }]),
  );
  for (const adm of [undefined, '', '{', '{"bid_id":7}']) {
    const body = { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1.5, adm }] }] };
    t.equal(readingOf(bidder, { body }).problems.length, 1, adm ?? 'none');
  }
});

t.test('the timeout notice names the publisher and the id of the call', async (t) => {
  const request = { app: { id: 'a', publisher: { id: 'other' } }, user: { buyeruid: 'token' } };
  const imps = [{ id: 'i 1&', banner, params: { placementId: '1_2' } }];
  const [call] = callsOf(bidder, imps, request).calls;
  const query = 'partner=p&app=1&auction=i+1%26&ortb_loss_code=2';
  t.equal(call?.timeoutUri, `https://www.facebook.com/audiencenetwork/nurl/?${query}`);
});
