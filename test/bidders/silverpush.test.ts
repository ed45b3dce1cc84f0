/** What SilverPush is asked for, and what it is told of devices, where no recorded case shows it. */
import t from 'tap';
import { numberAt } from '../../src/adapter/json.ts';
import silverpush from '../../src/bidders/silverpush.ts';
import { bidderOf, bodyOf, callsOf, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };
const video = { mimes: ['m'], api: [2], protocols: [3] };
const params = { publisherId: 'p' };
const bidder = bidderOf(silverpush);

/** How many calls there are for one imp, and what was told of it. */
function told(imp: ImpWithParams) {
  const { calls, problems } = callsOf(bidder, [imp]);
  return [calls.length, ...problems.map(({ message }) => message)];
}

t.test('SilverPush: an imp needs a publisher, a banner a size, a video what the public adapter asks', async (t) => {
  t.match(told({ banner, params: { publisherId: '' } }), wholeLists([0, /publisherId/]));
  for (const unsized of [{}, { w: 300 }, { format: [] }])
    t.match(told({ banner: unsized, params }), wholeLists([0, /the banner has no size/]));
  t.strictSame(told({ banner: { format: [{ w: 300, h: 250 }] }, params }), [1]);
  t.strictSame(told({ video, params }), [1]);
  for (const member of ['mimes', 'api', 'protocols'])
    t.match(told({ video: { ...video, [member]: undefined }, params }), wholeLists([0, new RegExp(member)]));
});

t.test('SilverPush: of several kinds it is asked for a banner alone', async (t) => {
  const [imp] = bodyOf(callsOf(bidder, [{ id: 'i1', banner, video, params }])).imp;
  t.strictSame([imp?.banner, imp?.video, imp?.bidfloor], [banner, undefined, 0.05]);
});

/** The number of the kind of device that this user agent stands for. */
const typeOf = (ua: string) =>
  numberAt(bodyOf(callsOf(bidder, [{ id: 'i1', banner, params }], { device: { ua } })), 'device', 'devicetype');

t.test('SilverPush: of the request’s extension nothing goes along but its own members', async (t) => {
  const { ext } = bodyOf(callsOf(bidder, [{ id: 'i1', banner, params }], { ext: { svc: { debug: true }, other: 1 } }));
  t.strictSame(ext, { bc: 'sp_pb_ortb_1.0.0', publisherId: 'p' });
});

t.test('SilverPush: televisions by their words', async (t) => {
  t.strictSame(['X NETTV/4.2', 'LGE DTV', 'Some TV; x', 'a tvx'].map(typeOf), [3, 3, 3, 2]);
});
