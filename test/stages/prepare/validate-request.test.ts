/** Validating a request as a whole (spec 4.1.15 and 7; decisions, 'Requests'; implementation A 1.6). */
import t from 'tap';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { validateRequest } from '../../../src/stages/prepare/validate-request.ts';

const rules = { namespace: 'svc', nameOf: (name: string) => name };
const valid: BidRequest = { id: 'r', imp: [{ id: 'a' }], site: { id: 's' } };

t.test('valid requests have no faults', async (t) => {
  const cases: BidRequest[] = [
    valid,
    { ...valid, tmax: 0 },
    { ...valid, site: { page: 'https://x.example/' }, regs: { gdpr: 0 } },
    { ...valid, site: { id: 's', ext: { amp: 1 } }, regs: { gdpr: 1, coppa: 1 } },
    { ...valid, device: { w: 0, h: 0, ppi: 0, geo: { accuracy: 0, lat: -1 } } },
    { id: 'r', imp: [{}], app: {} },
    { id: 'r', imp: [{}], dooh: { id: 'd' } },
    { id: 'r', imp: [{}], dooh: { venuetype: ['1'] } },
  ];
  for (const request of cases) {
    const { faults, warnings } = validateRequest(request, rules);
    t.strictSame([faults, warnings], [[], []], JSON.stringify(request));
  }
});

t.test('each broken rule is one fault with its path and fix', async (t) => {
  const { id: _, ...withoutId } = valid;
  const cases: [BidRequest, string][] = [
    [withoutId, 'id is missing: give the request an id'],
    [{ ...valid, site: { name: 'n' } }, 'site has neither id nor page: give one of them'],
    [{ ...valid, site: { id: '', page: '' } }, 'site has neither id nor page: give one of them'],
    [{ ...valid, id: '' }, 'id is missing: give the request an id'],
    [{ ...valid, tmax: -1 }, 'tmax must not be negative: give milliseconds, or leave it out'],
    [{ ...valid, imp: [] }, 'imp is missing or empty: offer at least one imp'],
    [{ id: 'r', site: { id: 's' } }, 'imp is missing or empty: offer at least one imp'],
    [
      { ...valid, wseat: ['x'] },
      'wseat is not supported: remove it, and name the bidders to ask under imp[].ext.svc.bidder',
    ],
    [
      { ...valid, bseat: [] },
      'bseat is not supported: remove it, and name the bidders to ask under imp[].ext.svc.bidder',
    ],
    [{ id: 'r', imp: [{}] }, 'site, app and dooh are all missing: give exactly one of them'],
    [{ ...valid, app: {} }, 'site and app are present together: keep exactly one of them'],
    [{ ...valid, app: {}, dooh: { id: 'd' } }, 'site and app and dooh are present together: keep exactly one of them'],
    [
      { ...valid, site: { id: 's', ext: { amp: 2 } } },
      'site.ext.amp must be 0 or 1, not 2: correct it, or leave it out',
    ],
    [{ id: 'r', imp: [{}], dooh: { venuetype: [] } }, 'dooh has neither id nor venuetype: give one of them'],
    [{ ...valid, device: { w: -1 } }, 'device.w must not be negative: correct it, or leave it out'],
    [{ ...valid, device: { h: -1 } }, 'device.h must not be negative: correct it, or leave it out'],
    [{ ...valid, device: { ppi: -1 } }, 'device.ppi must not be negative: correct it, or leave it out'],
    [
      { ...valid, device: { geo: { accuracy: -1 } } },
      'device.geo.accuracy must not be negative: correct it, or leave it out',
    ],
    [
      { ...valid, user: { geo: { accuracy: -1 } } },
      'user.geo.accuracy must not be negative: correct it, or leave it out',
    ],
    [
      { ...valid, regs: { gdpr: 2 } },
      'regs.gdpr (or regs.ext.gdpr) must be 0 or 1, not 2: correct it, or leave it out',
    ],
    [
      { ...valid, regs: { gdpr: -1 } },
      'regs.gdpr (or regs.ext.gdpr) must be 0 or 1, not -1: correct it, or leave it out',
    ],
  ];
  for (const [request, fault] of cases) t.strictSame(validateRequest(request, rules).faults, [fault]);
});

t.test('all faults are listed, with the configured namespace', async (t) => {
  const { faults } = validateRequest({ tmax: -5, wseat: [] }, { ...rules, namespace: 'prebid' });
  t.equal(faults.length, 5);
  t.match(faults[3], /imp\[\]\.ext\.prebid\.bidder/);
});
