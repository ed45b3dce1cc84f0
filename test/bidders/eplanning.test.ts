/** E-Planning: calls and replies beyond the recorded cases. */
import t from 'tap';
import eplanning from '../../src/bidders/eplanning.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, callsOf, readingOf, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const bidder = bidderOf(eplanning);
const banner = { w: 300, h: 250 };

/** The calls for these imps, with ids from `i1` and client `c` unless they have params. */
function calls(imps: readonly ImpWithParams[], request: Partial<BidRequest>) {
  return callsOf(
    bidder,
    imps.map((imp, at) => ({ id: `i${at + 1}`, params: { ci: 'c' }, ...imp })),
    request,
  );
}

/** The path and the query of the first call. */
function asked(imp: ImpWithParams, request: Partial<BidRequest>) {
  const { pathname, searchParams } = new URL(calls([imp], request).calls[0]!.uri);
  return { path: pathname, query: Object.fromEntries(searchParams) };
}

const sizeOf = (banner: object, devicetype = 2) => asked({ banner }, { device: { devicetype } }).query['e'];

const chainOf = (nodes: object[]) =>
  asked({ banner }, { source: { ext: { schain: { ver: '1.0', complete: 1, nodes } } } }).query['sch'];

t.test('each client has its own call, and spaces with the same name get their bids in order', async (t) => {
  const paramsOf = [{ ci: 'a' }, { ci: 'b/c', adunit_code: ':(x.y)(z):' }, { ci: 'a' }, { ci: '..' }, {}];
  const made = calls(
    paramsOf.map((params) => ({ banner, params })),
    { site: { domain: '..', page: 'https://x.test/?a=1' } },
  );
  const end = '&ncb=1&rnd=7&ur=https%3A%2F%2Fx.test%2F%3Fa%3D1';
  t.strictSame(
    made.calls.map(({ method, uri, body }) => [method, uri, body]),
    [
      ['GET', `http://rtb.e-planning.net/pbs/1/a/1/FILE/ROS?e=300x250%3A300x250%2B300x250%3A300x250${end}`, ''],
      ['GET', `http://rtb.e-planning.net/pbs/1/b%2Fc/1/FILE/ROS?e=xy_z%3A300x250${end}`, ''],
    ],
  );
  t.match(made.problems, wholeLists([{ message: /lack ci/ }, { message: /is not a client id/ }]));
  const [ad, sp] = [{ i: 'b', pr: '0.5' }, (k: string) => ({ k, a: [ad] })];
  const body = { sp: [sp('300x250'), sp('other'), sp('300x250'), sp('300x250')] };
  const impids = (more: object) => readingOf(bidder, { body, ...more }).bids.map(({ bid }) => bid['impid']);
  t.strictSame(impids({ note: made.calls[0]!.note }), ['i1', 'i3']);
  t.strictSame(impids({ isStored: true }), ['i1', 'i1', 'i1', 'i1']);
});

t.test('a space has the size of its banner, else the preferred format for the device', async (t) => {
  const format = [
    { w: 160, h: 600 },
    { w: 320, h: 50 },
    { w: 728, h: 90 },
  ];
  t.equal(sizeOf({ w: 600, h: 300, format }), '600x300:600x300');
  t.equal(sizeOf({ format }), '728x90:728x90');
  for (const mobile of [1, 4, 5]) t.equal(sizeOf({ format }, mobile), '320x50:320x50');
  t.equal(
    sizeOf({
      format: [
        { w: 7, h: 8 },
        { w: 9, h: 9 },
      ],
    }),
    '7x8:7x8',
  );
  t.equal(sizeOf({ format: [{ wratio: 1, hratio: 1 }] }), '1x1:1x1');
});

t.test('in-stream and out-stream videos have calls of their own', async (t) => {
  const sized = { mimes: ['video/mp4'], w: 640, h: 360 };
  const within = { video: { ...sized, placement: 1 }, banner };
  const beside = { video: { mimes: ['video/mp4'] } };
  const made = calls([within, { banner }, beside, { video: { ...sized, placement: 1 } }], { site: {} }).calls;
  t.strictSame(
    made.map(({ uri, impids }) => [impids, new URL(uri).searchParams.get('e'), new URL(uri).searchParams.get('vctx')]),
    [
      [['i1', 'i4'], 'video_640x360_0:640x360;1+video_640x360_1:640x360;1', '1'],
      [['i2'], '300x250:300x250', null],
      [['i3'], 'video_640x480_0:640x480;1', '2'],
    ],
  );
  t.equal(new URL(made[0]!.uri).searchParams.get('vv'), '3');
  const body = { sp: [{ k: 'video_640x360_1', a: [{ i: 'b', pr: '1', adm: '<VAST/>' }] }] };
  t.match(
    readingOf(bidder, { body, note: made[0]!.note }, [['video']]).bids,
    wholeLists([{ type: 'video', bid: { impid: 'i4' } }]),
  );
  const { bids } = readingOf(bidder, { body, isStored: true }, [['video']]);
  t.match(bids, wholeLists([{ type: 'video', bid: { impid: 'i1' } }]));
});

t.test('the URL describes the site or the app', async (t) => {
  const { path, query } = asked({ banner }, { site: { page: 'https://www.acme.com/x' } });
  t.match([path, query], wholeLists(['/pbs/1/c/1/www.acme.com/ROS', { ur: 'https://www.acme.com/x' }]));
  const app = { id: 'a', name: 'An app', bundle: 'com.acme', domain: 'acme.com' };
  const inApp = asked({ banner }, { app, device: { ifa: 'f' } });
  t.equal(inApp.path, '/pbs/1/c/1/com.acme/ROS');
  t.strictSame(inApp.query, {
    app: '1',
    appid: 'a',
    appn: 'An app',
    e: '300x250:300x250',
    ifa: 'f',
    ncb: '1',
    rnd: '7',
  });
});

t.test('a supply chain of one or two nodes is sent', async (t) => {
  const node = { asi: 'exchange.example', sid: '1,2', hp: 1, rid: 'r', name: 'A b', ext: { c: 1 } };
  t.equal(chainOf([{ asi: 'x' }, node]), '1.0,1!x,,,,,,!exchange.example,1%2C2,1,r,A%20b,,%7B%22c%22%3A1%7D');
  t.equal(chainOf([]), undefined);
  t.equal(chainOf([node, node, node]), undefined);
});
