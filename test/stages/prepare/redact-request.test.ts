/** The request for analytics without personal data. */
import t from 'tap';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { redactRequest } from '../../../src/stages/prepare/redact-request.ts';

/** Every value that begins with `secret` is personal data. */
const request = {
  id: 'r1',
  imp: [{ id: 'i1', ext: { svc: { bidder: { a: {} } } } }],
  site: { page: 'https://news.example' },
  user: {
    id: 'secret-1',
    buyeruid: 'secret-2',
    gender: 'secret-3',
    keywords: 'secret-4',
    geo: { city: 'secret-5' },
    data: [{ id: 'secret-6' }],
    eids: [{ source: 's', uids: [{ id: 'secret-7' }] }],
    consent: 'CPXX',
    unknown: 'secret-8',
    ext: { eids: [{ id: 'secret-9' }], svc: { buyeruids: { a: 'secret-10' } }, own: 'secret-11' },
  },
  device: {
    ua: 'browser',
    ip: 'secret-12',
    ipv6: 'secret-13',
    ifa: 'secret-14',
    didsha1: 'secret-15',
    macmd5: 'secret-16',
    geo: { lat: 1.234567, zip: 'secret-17' },
    ext: { ifv: 'secret-18' },
  },
  ext: {
    mine: 1,
    svc: {
      integration: 'x',
      bidderconfig: [{ bidders: ['a'], config: { ortb2: { user: { id: 'secret-19' } } } }],
      amp: { data: { tag_id: 't', w: '1', adc: 'secret-20', gdpr_consent: 'secret-21', other: 'secret-22' } },
    },
  },
} as unknown as BidRequest;

t.test('all personal data are removed', async (t) => {
  const before = JSON.stringify(request);
  const redacted = redactRequest(request, 'svc');
  t.notMatch(JSON.stringify(redacted), /secret/);
  t.notMatch(JSON.stringify(redacted), /1\.23/);
  t.strictSame(redacted, {
    id: 'r1',
    imp: [{ id: 'i1', ext: { svc: { bidder: { a: {} } } } }],
    site: { page: 'https://news.example' },
    user: { consent: 'CPXX' },
    device: { ua: 'browser' },
    ext: { mine: 1, svc: { integration: 'x', amp: { data: { tag_id: 't', w: '1' } } } },
  });
  t.equal(JSON.stringify(request), before, 'the input is not changed');
});

t.test('a request without personal data is not changed', async (t) => {
  t.strictSame(redactRequest({ id: 'r1' }, 'svc'), { id: 'r1' });
  t.strictSame(redactRequest({ ext: { svc: 1 } } as unknown as BidRequest, 'svc'), { ext: { svc: 1 } });
});
