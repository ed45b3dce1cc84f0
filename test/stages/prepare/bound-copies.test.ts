/** Large objects of a request are copied for a bounded number of imps and bidders (spec 4.1.5). */
import t from 'tap';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { boundCopies } from '../../../src/stages/prepare/bound-copies.ts';
import { createTestHops, prepareMessage } from '../../support/hops.ts';

const wide = (members: number) => Object.fromEntries(Array.from({ length: members }, (_, at) => [`k${at}`, 1]));
const asked = (bidders: number) => new Map(Array.from({ length: bidders }, (_, at) => [`b${at}`, {}]));

type Imps = Parameters<typeof boundCopies>[1];
type Configs = Parameters<typeof boundCopies>[2]['configs'];

const faultOf = (request: BidRequest, imps: Imps, configs: Configs = []) =>
  boundCopies(request, imps, { namespace: 'svc', configs }).join();

t.test('the members of a large object are limited by the number of imps and bidders', async (t) => {
  const many = Array.from({ length: 10 }, () => ({ imp: {}, asked: asked(50) }));
  for (const part of ['site', 'app', 'dooh', 'device', 'user', 'source', 'ext']) {
    t.equal(faultOf({ [part]: wide(400) }, many), '', `${part}: 500 × 400`);
    const fault = new RegExp(`^${part} has over 100 members and is copied for 500 imps and bidders: .*name fewer`);
    t.match(faultOf({ [part]: wide(401) }, many), fault, part);
    t.equal(faultOf({ [part]: wide(401) }, many.slice(1)), '', `${part} of fewer imps`);
  }
  t.match(faultOf(wide(401), many), /^the request has over/);
  t.match(faultOf({ user: { ext: wide(401) } }, many), /^user\.ext has over/);
  const imps = (imp: object) => many.map((one) => ({ ...one, imp }));
  t.match(faultOf({}, imps(wide(401))), /^imp\[0\] has over/);
  t.match(faultOf({}, imps({ ext: wide(401) })), /^imp\[0\]\.ext has over/);
  t.match(faultOf({}, imps({ banner: wide(401) })), /^imp\[0\]\.banner has over/);
  t.match(faultOf({ site: { publisher: wide(401) } }, many), /^site\.publisher has over/);
  t.equal(faultOf({ site: wide(100), user: wide(100) }, imps({ ...wide(100), ext: wide(100) })), '', 'small objects');
  t.match(
    faultOf({ site: wide(401), user: wide(402), ext: wide(401) }, many),
    /^user has over/,
    'the largest object is reported',
  );
  t.equal(faultOf({ site: wide(10_001) }, [{ imp: {}, asked: asked(20) }]), '', 'few bidders');
  t.match(faultOf({ site: wide(10_001) }, [{ imp: {}, asked: asked(21) }]), /^site has over/);
});

t.test('the members of bidderconfig are limited by the number of imps of the bidders it names', async (t) => {
  const many = Array.from({ length: 10 }, () => ({ imp: {}, asked: asked(50) }));
  const faultFor = (bidders: string[], members: number): string =>
    faultOf({}, many, [{ bidders, ortb2: { site: { publisher: wide(members) } } }]);
  const fault = /^ext\.svc\.bidderconfig\[\]\.config\.ortb2\.site\.publisher has over 100 members/;
  t.equal(faultFor(['*'], 400), '', '500 × 400');
  t.match(faultFor(['*'], 401), fault);
  t.match(faultFor([...asked(50).keys()], 401), fault);
  t.equal(faultFor([...asked(25).keys(), 'other'], 800), '', 'half of them');
  t.match(faultFor([...asked(25).keys(), 'other'], 801), fault);
});

t.test('finding the largest object does not count objects repeatedly', async (t) => {
  let looks = 0;
  const ownKeys = (publisher: object): (string | symbol)[] => {
    looks += 1;
    return Reflect.ownKeys(publisher);
  };
  const imps = Array.from({ length: 100 }, () => ({ imp: wide(100), asked: asked(10) }));
  const publisher = new Proxy(wide(1000), { ownKeys });
  t.match(faultOf({ site: { publisher } }, imps), /^site\.publisher has over/);
  t.ok(looks < 10, `${looks} looks`);
});

t.test('a request over the limit is refused with 400', async (t) => {
  const codes = Array.from({ length: 50 }, (_, at) => `bidder${at}`);
  const bidders = Object.fromEntries(codes.map((code) => [code, { endpoint: 'http://127.0.0.1:1/' }]));
  const ext = { svc: { bidder: Object.fromEntries(codes.map((code) => [code, {}])) } };
  const imp = Array.from({ length: 10 }, (_, at) => ({ id: `i${at}`, banner: { w: 1, h: 1 }, ext }));
  const hops = createTestHops({ bidders });
  const site = { page: 'https://a.example/', ...wide(420) };
  const result = hops.prepare(prepareMessage({ id: 'r', imp, site }));
  t.match(result, { ok: false, status: 400, faults: [/^site has over 100 members/] });
  const bidderconfig = [{ bidders: ['*'], config: { ortb2: { site: wide(10_000) } } }];
  const small = { id: 'r', imp, site: { page: 'https://a.example/' }, ext: { svc: { bidderconfig } } };
  t.match(hops.prepare(prepareMessage(small)), { ok: false, status: 400, faults: [/^ext\.svc\.bidderconfig\[\]/] });
});
