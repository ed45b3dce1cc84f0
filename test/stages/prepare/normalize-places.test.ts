/** Fields that OpenRTB 2.5 had under `ext` are moved to their 2.6 place, and back for 2.5 bidders (decisions, 'OpenRTB 2.6 places'). */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { lowerImp, lowerRegs, lowerSource, lowerUser } from '../../../src/openrtb/places.ts';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { mapShared, withChanges } from '../../../src/openrtb/with-changes.ts';
import { normalizePlaces } from '../../../src/stages/prepare/normalize-places.ts';

const large = readFileSync(new URL('../../openrtb/large-request.json', import.meta.url), 'utf8');

/** A frozen request. */
function frozen(text: string): BidRequest {
  return JSON.parse(text, (_, value: unknown) => Object.freeze(value)) as BidRequest;
}

/** The request in the form of OpenRTB 2.5. */
function lowered(request: BidRequest, namespace: string): BidRequest {
  const { imp, regs, user, source } = request;
  return withChanges(request, {
    imp: imp && mapShared(imp, (one) => lowerImp(one, namespace)),
    regs: regs && lowerRegs(regs),
    user: user && lowerUser(user),
    source: source && lowerSource(source),
  });
}

const schain = { complete: 1, ver: '1.0', nodes: [] };

t.test('a value in a 2.5 place is moved to its 2.6 place', async (t) => {
  const cases: [BidRequest, BidRequest][] = [
    [{ regs: { ext: { gdpr: 0, us_privacy: '1YNN' } } }, { regs: { gdpr: 0, us_privacy: '1YNN' } }],
    [{ regs: { coppa: 1, ext: { gdpr: 1, gpc: '1' } } }, { regs: { coppa: 1, gdpr: 1, ext: { gpc: '1' } } }],
    [{ user: { ext: { consent: 'C', x: 1 } } }, { user: { consent: 'C', ext: { x: 1 } } }],
    [{ user: { ext: { eids: [{ source: 's', id: '1' }] } } }, { user: { eids: [{ source: 's', id: '1' }] } }],
    [{ source: { ext: { schain } } }, { source: { schain } }],
    [{ ext: { schain, a: 1 } }, { ext: { a: 1 }, source: { schain } }],
    [
      { source: { tid: 't' }, ext: { schain } },
      { source: { tid: 't', schain }, ext: {} },
    ],
    [{ imp: [{ ext: { svc: { is_rewarded_inventory: 1 } } }] }, { imp: [{ rwdd: 1 }] }],
    [
      { imp: [{ id: 'a', ext: { tid: 't', svc: { is_rewarded_inventory: 0, bidder: {} } } }] },
      { imp: [{ id: 'a', ext: { tid: 't', svc: { bidder: {} } }, rwdd: 0 }] },
    ],
  ];
  for (const [given, wanted] of cases) {
    t.strictSame(normalizePlaces(frozen(JSON.stringify(given)), 'svc'), wanted, JSON.stringify(given));
  }
});

t.test('a value in a 2.6 place takes precedence over older ones', async (t) => {
  const cases: [BidRequest, BidRequest][] = [
    [
      { regs: { gdpr: 0, us_privacy: '1---', ext: { gdpr: 1, us_privacy: '1YYY' } } },
      { regs: { gdpr: 0, us_privacy: '1---' } },
    ],
    [{ regs: { us_privacy: '', ext: { us_privacy: '1YYY' } } }, { regs: { us_privacy: '1YYY' } }],
    [
      { user: { consent: 'new', eids: [], ext: { consent: 'old', eids: [{ source: 's' }] } } },
      { user: { consent: 'new', eids: [] } },
    ],
    [
      { source: { schain, ext: { schain: { ver: 'old' } } }, ext: { schain: { ver: 'older' } } },
      { source: { schain }, ext: {} },
    ],
    [
      { source: { ext: { schain } }, ext: { schain: { ver: 'older' } } },
      { source: { schain }, ext: {} },
    ],
    [{ imp: [{ rwdd: 0, ext: { svc: { is_rewarded_inventory: 1 } } }] }, { imp: [{ rwdd: 0 }] }],
  ];
  for (const [given, wanted] of cases) {
    t.strictSame(normalizePlaces(frozen(JSON.stringify(given)), 'svc'), wanted, JSON.stringify(given));
  }
});

t.test('a malformed us_privacy does not hide an older one, which may be an opt-out', async (t) => {
  const regs = { us_privacy: '1YY', ext: { us_privacy: '1YYY' } };
  t.strictSame(normalizePlaces(frozen(JSON.stringify({ regs })), 'svc'), { regs: { us_privacy: '1YYY' } });
});

t.test('the rewarded flag is read under the configured namespace', async (t) => {
  const given: BidRequest = {
    imp: [{ ext: { prebid: { is_rewarded_inventory: 1 }, svc: { is_rewarded_inventory: 5 } } }],
  };
  const moved = { imp: [{ rwdd: 1, ext: { svc: { is_rewarded_inventory: 5 } } }] };
  t.strictSame(normalizePlaces(given, 'prebid'), moved);
  t.strictSame(lowered(moved, 'prebid'), given);
});

t.test('unchanged parts are shared', async (t) => {
  const plain = frozen(
    '{"id":"1","imp":[{"id":"a","ext":{"svc":{"bidder":{}}}}],"regs":{"gdpr":1},"user":{"ext":{"x":1}},"source":{}}',
  );
  t.equal(normalizePlaces(plain, 'svc'), plain);
  const request = frozen(large);
  const moved = normalizePlaces(request, 'svc');
  t.equal(moved.site, request.site);
  t.equal(moved.ext, request.ext);
  t.equal(moved.imp?.[0], request.imp?.[0]);
  t.equal(moved.user?.eids, request.user?.ext?.eids);
  t.equal(normalizePlaces(moved, 'svc'), moved);
});

t.test('for OpenRTB 2.5 every field is moved back', async (t) => {
  const request = frozen(large);
  const moved = normalizePlaces(request, 'svc');
  t.strictSame(lowered(moved, 'svc'), request);
  t.equal(lowered(request, 'svc'), request, 'the same request if nothing is moved');
  const back = lowered(frozen(JSON.stringify(moved)), 'svc');
  t.strictSame(back.imp?.[1]?.ext?.['svc'], request.imp?.[1]?.ext?.['svc']);
  for (const [place, fields] of Object.entries({
    regs: ['gdpr', 'us_privacy'],
    user: ['consent', 'eids'],
    source: ['schain'],
  })) {
    const owner = back[place as 'regs' | 'user' | 'source'] ?? {};
    for (const field of fields) t.notOk(Object.hasOwn(owner, field), `${place}.${field} is removed`);
  }
  t.notOk(back.imp?.some((imp) => 'rwdd' in imp));
});

t.test('only rewarded imps are copied for OpenRTB 2.5', async (t) => {
  const moved: BidRequest = { imp: [{ id: 'a' }, { id: 'b', rwdd: 1 }], user: { id: 'u' } };
  const back = lowered(moved, 'svc');
  t.strictSame(back.imp, [{ id: 'a' }, { id: 'b', ext: { svc: { is_rewarded_inventory: 1 } } }]);
  t.equal(back.imp?.[0], moved.imp?.[0]);
  t.equal(back.user, moved.user);
});
