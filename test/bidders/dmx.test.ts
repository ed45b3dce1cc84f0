/** District M (DMX): which users, publishers and slots it gets, and how a video gets its impression. */
import t from 'tap';
import dmx from '../../src/bidders/dmx.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, readingOf, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250, format: [{ w: 300, h: 250 }] };
const params = { memberid: 'm', tagid: 't' };
const user = { id: 'u' };

const asked = (imp: ImpWithParams, request: Partial<BidRequest>) =>
  callsOf(bidderOf(dmx), [{ id: 'i1', banner, params, ...imp }], request);

t.test('a request needs a user id, eids, or an app id or ifa', async (t) => {
  const eids = [{ source: 's', uids: [{ id: 'u' }] }];
  for (const request of [{ user }, { user: { eids } }, { user: { ext: { eids } } }, { app: { id: 'a' } }])
    t.equal(asked({}, { site: {}, ...request }).calls.length, 1, JSON.stringify(request));
  t.equal(bodyOf(asked({}, { app: {}, device: { ifa: 'f' } }))['app'] !== undefined, true);
  for (const request of [{ site: {} }, { app: {} }, { site: {}, user: { buyeruid: 'b' }, device: { ifa: 'f' } }])
    t.match(
      asked({}, request),
      wholeLists({ calls: [], problems: [{ code: 2, message: /has an id/ }] }),
      JSON.stringify(request),
    );
});

t.test('a publisher keeps its id, and ext.dmx.id is the memberid of the params', async (t) => {
  const publisher = { id: 'p', name: 'n', ext: { other: 1 } };
  t.match(bodyOf(asked({}, { user, site: { publisher } }))['site'], {
    publisher: { id: 'p', name: 'n', ext: { dmx: { id: 'm' }, other: undefined } },
  });
  t.match(bodyOf(asked({}, { user, site: {} }))['site'], { publisher: { id: 'm', ext: { dmx: { id: 'm' } } } });
});

t.test('dmxid takes precedence over other tags, and an imp without a tag is refused', async (t) => {
  const impOf = (imp: ImpWithParams) => bodyOf(asked(imp, { user })).imp[0];
  t.match(impOf({ params: { ...params, dmxid: 'd' } }), { tagid: 'd', secure: 1 });
  t.match(impOf({ tagid: 'own', params: { memberid: 'm' } }), { tagid: 'own', secure: undefined });
  t.match(asked({ params: { memberid: 'm' } }, { user }), wholeLists({ calls: [], problems: [{ message: /no tag/ }] }));
  t.strictSame(impOf({ video: { mimes: ['v'] } })?.video?.protocols, [2, 3, 5, 6, 7, 8]);
  t.strictSame(impOf({ video: { mimes: ['v'], protocols: [7] } })?.video?.protocols, [7]);
});

t.test('an interstitial banner without a size is removed, and the imp is refused if it has nothing else', async (t) => {
  const video = { mimes: ['v'] };
  t.match(bodyOf(asked({ banner: {}, instl: 1, video }, { user })).imp[0], { banner: undefined, video });
  t.match(
    asked({ banner: {}, instl: 1 }, { user }),
    wholeLists({ calls: [], problems: [{ code: 2, message: /no size/ }] }),
  );
});

t.test('the nurl of a video becomes an impression in its markup', async (t) => {
  const adm = '<VAST><Impression>a</Impression><Impression>b</Impression></VAST>';
  const admOf = (more: object, type: 'video' | 'banner' = 'video') => {
    const body = { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, adm, ...more }] }] };
    return readingOf(bidderOf(dmx), { body }, [[type]]).bids[0]?.bid['adm'];
  };
  const added =
    '<VAST><Impression>a</Impression><Impression><![CDATA[//n?$&]]></Impression><Impression>b</Impression></VAST>';
  t.equal(admOf({ nurl: '//n?$&' }), added);
  t.equal(admOf({}), adm);
  t.equal(admOf({ nurl: '//n' }, 'banner'), adm);
});
