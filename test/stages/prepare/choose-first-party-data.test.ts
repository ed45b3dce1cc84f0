/** The first-party data that each bidder gets (spec 4.1.10; decisions, 'First-party data', 'bidderconfig'). */
import t from 'tap';
import { freezeDeep } from '../../../src/openrtb/freeze.ts';
import { chooseFirstPartyData } from '../../../src/stages/prepare/choose-first-party-data.ts';

const nameOf = (given: string): string | undefined => (given.startsWith('bidder') ? given : undefined);
const given = freezeDeep({
  site: { id: 's', content: { title: 't', data: [{ name: 'c' }] }, ext: { data: { section: 'a' } } },
  user: { id: 'u', data: [{ name: 'd' }], ext: { data: { interest: 'x' }, own: 1 } },
  device: { ua: 'ua' },
});

t.test('bidders with the same data share one object', async (t) => {
  const patch = { bidders: ['bidderC', 'bidderD'], ortb2: { user: { yob: 1980 } } };
  const rules = { listed: ['bidderA', 'bidderB', 'bidderC', 'bidderD'], configs: [patch], nameOf };
  const of = chooseFirstPartyData(given, rules);
  t.equal(of('bidderA'), given, 'without changes the request itself');
  t.equal(of('bidderB'), given);
  t.equal(of('bidderC'), of('bidderD'), 'one object per entry of bidderconfig');
  t.equal(of('bidderC').site, given.site, 'unchanged parts are shared');
  t.equal(of('bidderE'), of('bidderF'), 'all bidders that are not listed share one object');
  t.equal(of('bidderE').device, given.device, 'parts that are not protected are shared');
});

t.test('a request without protected data is not copied', async (t) => {
  const plain = freezeDeep({ app: { id: 'a', content: { title: 't' }, ext: { own: 1 } }, user: { id: 'u' } });
  const { app, user } = chooseFirstPartyData(plain, { listed: [], configs: [], nameOf })('bidderA');
  t.equal(app, plain.app);
  t.equal(user, plain.user);
});

t.test('a bidder that is not listed gets no protected data', async (t) => {
  const { site, user } = chooseFirstPartyData(given, { listed: [], configs: [], nameOf })('bidderA');
  t.strictSame(site, { id: 's', content: { title: 't' } });
  t.strictSame(user, { id: 'u', ext: { own: 1 } });
});

t.test('bidderconfig merges objects, replaces arrays, removes with null, and adds parts', async (t) => {
  const before = { user: { data: [{ name: 'a' }, { name: 'b' }], ext: { x: { y: 1, z: 2 } }, gender: 'F' } };
  const user = { data: [{ name: 'c' }], ext: { x: { y: 3 } }, gender: null } as object;
  const ortb2 = { user, device: { language: 'de' } };
  const of = chooseFirstPartyData(before, { listed: undefined, configs: [{ bidders: ['*'], ortb2 }], nameOf });
  t.strictSame(of('bidderA'), {
    user: { data: [{ name: 'c' }], ext: { x: { y: 3, z: 2 } } },
    device: { language: 'de' },
  });
  t.strictSame(before.user.ext, { x: { y: 1, z: 2 } }, 'the input is not changed');
});

t.test('keys such as __proto__ are ordinary members', async (t) => {
  const user = JSON.parse('{"__proto__":{"polluted":1},"ext":{"constructor":{"prototype":{"polluted":1}}}}') as object;
  const of = chooseFirstPartyData({}, { listed: undefined, configs: [{ bidders: ['*'], ortb2: { user } }], nameOf });
  t.equal(JSON.stringify(of('bidderA').user), JSON.stringify(user));
  t.notOk('polluted' in {});
});
