/** The value of the header `x-<namespace>` on requests to bidders (spec 9; decisions, 'Version header'). */
import t from 'tap';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { versionHeader } from '../../../src/stages/prepare/version-header.ts';

t.test('the header lists name/version pairs in order, without incomplete ones', async (t) => {
  const channel = { ext: { svc: { channel: { name: 'lib', version: '1' } } } };
  for (const [request, wanted] of [
    [{}, 's/9'],
    [channel, 'lib/1,s/9'],
    [{ ext: { svc: { channel: { name: 'lib' } } } }, 's/9'],
    [{ ext: { svc: 'text' } }, 's/9'],
    [{ ...channel, app: { ext: { svc: { source: 'sdk', version: '2' } } } }, 'lib/1,sdk/2,s/9'],
    [{ app: { ext: { source: 'old', version: '3' } } }, 'old/3,s/9'],
    [{ app: { ext: { source: 'old', version: '3', svc: { source: '', version: '2' } } } }, 'old/3,s/9'],
    [{ app: { ext: { source: 'old', version: '3', svc: { source: 'sdk', version: '2' } } } }, 'sdk/2,s/9'],
    [{ app: {} }, 's/9'],
  ] as [BidRequest, string][]) {
    t.equal(versionHeader(request, 'svc', 's/9'), wanted, JSON.stringify(request));
  }
});

t.test('a name cannot end the header or start another entry', async (t) => {
  const name = 'a\r\nb: c,d/e\0é';
  const request = { ext: { svc: { channel: { name, version: 'v'.repeat(500) } } } };
  t.equal(versionHeader(request, 'svc', 's/9'), `a__b__c_d_e__/${'v'.repeat(64)},s/9`);
});
