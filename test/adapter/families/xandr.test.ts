/** Xandr's platform: what imps must agree on, how they are split into calls, and the source of a call. */
import t from 'tap';
import type { BidderRequest } from '../../../src/adapter/contract.ts';
import appnexus from '../../../src/bidders/appnexus.ts';
import mediafuse from '../../../src/bidders/mediafuse.ts';
import { auction, bidderOf, bodyOf, callsOf, requestOf } from '../support.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const banner = { w: 300, h: 250 };
const bidder = bidderOf(appnexus);

/** One imp for each entry of `all`, with ids such as `1_0`. */
const imps = (all: readonly object[]) => all.map((params, at) => ({ id: `${at + 1}_0`, banner, params }));

t.test('imps of different members are refused together', async (t) => {
  const { calls, problems } = callsOf(
    bidder,
    imps([
      { placementId: 1, member: '5' },
      { placementId: 2, member: 6 },
    ]),
  );
  t.strictSame([calls, problems.map(({ code }) => code)], [[], [2]]);
  t.match(problems[0]?.message, /member params must match.* 5 and 6/);
});

t.test('a call names the member that any of its imps states', async (t) => {
  const made = callsOf(
    bidder,
    imps([{ placementId: 1 }, { placementId: 2, member: 0 }, { placementId: 3, member: 9 }]),
  );
  t.equal(made.calls[0]?.uri, 'http://ib.adnxs.com/openrtb2?member_id=9');
});

t.test('the position of the params sets the pos of a banner', async (t) => {
  const made = callsOf(
    bidder,
    imps([{ position: 'above' }, { position: 'below' }, {}].map((one) => ({ placementId: 1, ...one }))),
  );
  t.strictSame(
    bodyOf(made).imp.map(({ banner }) => banner?.pos),
    [1, 3, undefined],
  );
});

t.test('the payment rule is sent as use_pmt_rule, which wins over use_payment_rule', async (t) => {
  const stated = [
    { use_pmt_rule: false },
    { use_payment_rule: true },
    { use_pmt_rule: false, use_payment_rule: true },
    {},
  ];
  const made = callsOf(bidder, imps(stated.map((one) => ({ placementId: 1, ...one }))));
  t.match(
    bodyOf(made).imp.map(({ ext }) => ext),
    [false, true, false, undefined].map((use_pmt_rule) => ({ appnexus: { use_pmt_rule } })),
  );
});

t.test('an imp without a placement is left out; the other imps are sent', async (t) => {
  const { calls, problems } = callsOf(bidder, imps([{ member: 5 }, { invCode: 'x' }, { invCode: 'x', member: 5 }]));
  t.strictSame(
    calls.map(({ impids }) => impids),
    [['3_0']],
  );
  t.equal(problems.length, 2);
});

t.test('a placement that is not a whole number is reported by the spelling of its param', async (t) => {
  const { calls, problems } = callsOf(bidder, imps([{ placementId: 'a' }, { placement_id: 'b' }]));
  t.strictSame(calls, []);
  t.match(problems[0]?.message, /the param placementId must be a whole number/);
  t.match(problems[1]?.message, /the param placement_id must be a whole number/);
});

/** The calls of a video request. */
const videoCalls = (all: readonly object[]) => {
  const request: BidderRequest = { ...requestOf(bidder, imps(all)), auction: { ...auction, entryPoint: 'video' } };
  return bidder.adapter.makeCalls(request);
};

t.test('in a video request either all imps are in pods or none is', async (t) => {
  const pod = { placementId: 1, generate_ad_pod_id: true };
  t.equal(videoCalls([pod, pod]).calls.length, 2, 'one call per pod');
  t.match(
    videoCalls([pod, { placementId: 1 }]),
    wholeLists({ calls: [], problems: [{ code: 2, message: /same for all pods/ }] }),
  );
  const [call] = videoCalls([{ placementId: 1 }]).calls;
  t.match(JSON.parse(call!.body), { ext: { appnexus: { hb_source: 6 } } });
});

t.test('all calls of a long pod have the same pod id', async (t) => {
  const ids = ['1', '2'].flatMap((pod) => Array.from({ length: 11 }, (_, at) => `${pod}_${at}`));
  const params = { placementId: 1, generate_ad_pod_id: true };
  let last = 0;
  const request: BidderRequest = {
    ...requestOf(
      bidder,
      ids.map((id) => ({ id, banner, params })),
    ),
    auction: { ...auction, entryPoint: 'video', randomInteger: () => ++last },
  };
  t.match(
    bidder.adapter.makeCalls(request).calls.map(({ body }) => JSON.parse(body).ext.appnexus),
    wholeLists(['1', '1', '2', '2'].map((adpod_id) => ({ adpod_id }))),
  );
});

/** The request's `ext` for a host with this platform. */
const extFor = (platformId: string) =>
  bodyOf(callsOf(bidderOf(mediafuse, { platformId }), imps([{ placementId: 1 }])))['ext'];

t.test("the host's platform id is the source, 5 where it is empty", async (t) => {
  t.match(extFor('12'), { appnexus: { hb_source: 12 } });
  t.match(extFor(''), { appnexus: { hb_source: 5 } });
});
