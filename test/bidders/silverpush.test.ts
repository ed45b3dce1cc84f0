/** SilverPush: imps and devices of calls, beyond the recorded cases. */
import t from 'tap';
import { numberAt } from '../../src/adapter/json.ts';
import silverpush from '../../src/bidders/silverpush.ts';
import { bidderOf, bodyOf, callsOf, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };
const video = { mimes: ['m'], api: [2], protocols: [3] };
const params = { publisherId: 'p' };
const bidder = bidderOf(silverpush);

/** The number of calls for one imp, then the problems. */
function outcomeOf(imp: ImpWithParams) {
  const { calls, problems } = callsOf(bidder, [imp]);
  return [calls.length, ...problems.map(({ message }) => message)];
}

t.test('an imp needs a publisherId, a banner a size, a video mimes, api and protocols', async (t) => {
  t.match(outcomeOf({ banner, params: { publisherId: '' } }), wholeLists([0, /publisherId/]));
  for (const unsized of [{}, { w: 300 }, { format: [] }])
    t.match(outcomeOf({ banner: unsized, params }), wholeLists([0, /the banner has no size/]));
  t.strictSame(outcomeOf({ banner: { format: [{ w: 300, h: 250 }] }, params }), [1]);
  t.strictSame(outcomeOf({ video, params }), [1]);
  for (const member of ['mimes', 'api', 'protocols'])
    t.match(outcomeOf({ video: { ...video, [member]: undefined }, params }), wholeLists([0, new RegExp(member)]));
});

t.test('an imp with banner and video is sent as a banner with the default floor', async (t) => {
  const [imp] = bodyOf(callsOf(bidder, [{ id: 'i1', banner, video, params }])).imp;
  t.strictSame([imp?.banner, imp?.video, imp?.bidfloor], [banner, undefined, 0.05]);
});

/** The devicetype sent for this user agent. */
const typeOf = (ua: string) =>
  numberAt(bodyOf(callsOf(bidder, [{ id: 'i1', banner, params }], { device: { ua } })), 'device', 'devicetype');

t.test("ext has only SilverPush's own members", async (t) => {
  const { ext } = bodyOf(callsOf(bidder, [{ id: 'i1', banner, params }], { ext: { svc: { debug: true }, other: 1 } }));
  t.strictSame(ext, { bc: 'sp_pb_ortb_1.0.0', publisherId: 'p' });
});

t.test('a user agent that names a TV is devicetype 3', async (t) => {
  t.strictSame(['X NETTV/4.2', 'LGE DTV', 'Some TV; x', 'a tvx'].map(typeOf), [3, 3, 3, 2]);
});
