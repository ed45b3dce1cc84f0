/** The values of a request and an imp for floor rules (Prebid Server, 'Floor Schema Dimensions'). */
import t from 'tap';
import type { FloorField } from '../../../src/money/floor-rules.ts';
import type { Imp } from '../../../src/openrtb/imp.ts';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { readFloorKeys } from '../../../src/stages/prepare/read-floor-keys.ts';

const keysOf = (field: FloorField, imp: Imp, request: BidRequest = {}): readonly string[] =>
  readFloorKeys(imp, [field], { request, channel: 'Web', namespace: 'svc' })[0]!;

t.test('domain, bundle, channel and country are read from the request', async (t) => {
  const site = { site: { domain: 'News.Example', publisher: { domain: 'example' } } };
  const app = { app: { domain: 'app.example', bundle: 'org.App', publisher: { domain: 'pub.example' } } };
  const dooh = { dooh: { domain: 'wall.example', publisher: { domain: 'walls.example' } } };
  const cases: [FloorField, BidRequest, string[]][] = [
    ['siteDomain', site, ['news.example']],
    ['siteDomain', app, ['app.example']],
    ['siteDomain', {}, []],
    ['pubDomain', site, ['example']],
    ['pubDomain', app, ['pub.example']],
    ['domain', site, ['news.example', 'example']],
    ['domain', dooh, ['wall.example', 'walls.example']],
    ['domain', { site: { domain: '', publisher: { domain: 'p' } } }, ['p']],
    ['domain', { site: { domain: 'p', publisher: { domain: 'P' } } }, ['p']],
    ['bundle', app, ['org.app']],
    ['bundle', site, []],
    ['channel', site, ['web']],
    ['country', { device: { geo: { country: 'USA' } } }, ['usa']],
    ['country', {}, []],
  ];
  for (const [field, request, want] of cases)
    t.strictSame(keysOf(field, {}, request), want, `${field} ${JSON.stringify(request)}`);
});

t.test('deviceType is read from the user agent', async (t) => {
  const cases: [ua: string, want: string[]][] = [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', ['phone']],
    ['Mozilla/5.0 (Windows Phone 10.0)', ['phone']],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari', ['phone']],
    ['Mobile Android', ['phone']],
    ['Mozilla/5.0 (Linux; Android 15; SM-X710)', ['tablet']],
    ['Mozilla/5.0 (iPad; CPU OS 18_0)', ['tablet']],
    ['Some Tablet', ['tablet']],
    ['Windows NT 10.0; Touch', ['tablet']],
    ['Touch; Windows NT 10.0', ['tablet']],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', ['desktop']],
    ['Mozilla/5.0 (X11; Linux x86_64; Touch)', ['desktop']],
    ['', []],
  ];
  for (const [ua, want] of cases) t.strictSame(keysOf('deviceType', {}, { device: { ua } }), want, ua);
  t.strictSame(keysOf('deviceType', {}), []);
});

t.test('mediaType and size are read from the imp', async (t) => {
  const cases: [Imp, types: string[], size: string[]][] = [
    [{ banner: { w: 300, h: 250 } }, ['banner'], ['300x250']],
    [{ banner: { format: [{ w: 728, h: 90 }], w: 1, h: 1 } }, ['banner'], ['728x90']],
    [
      {
        banner: {
          format: [
            { w: 728, h: 90 },
            { w: 1, h: 1 },
          ],
        },
      },
      ['banner'],
      [],
    ],
    [{ banner: { format: [] } }, ['banner'], []],
    [{ banner: {} }, ['banner'], []],
    [{ video: { w: 640, h: 480 } }, ['video', 'video-instream'], ['640x480']],
    [{ video: { placement: 1 } }, ['video', 'video-instream'], []],
    [{ video: { placement: 2, w: 640, h: 0 } }, ['video-outstream'], []],
    [{ audio: {} }, ['audio'], []],
    [{ native: {} }, ['native'], []],
    [{ banner: { w: 300, h: 250 }, video: { w: 640, h: 480 } }, [], ['300x250']],
  ];
  for (const [imp, types, size] of cases) {
    t.strictSame(keysOf('mediaType', imp), types, JSON.stringify(imp));
    t.strictSame(keysOf('size', imp), size, JSON.stringify(imp));
  }
});

t.test('gptSlot, pbAdSlot and adUnitCode are read from the imp', async (t) => {
  const gam = { adserver: { name: 'gam', adslot: '/1/Home' }, pbadslot: '/1/pb' };
  const cases: [Imp, gptSlot: string[], pbAdSlot: string[], adUnitCode: string[]][] = [
    [{ ext: { data: gam, gpid: '/1/gpid' }, tagid: 't' }, ['/1/home'], ['/1/pb'], ['/1/gpid']],
    [{ ext: { data: { ...gam, adserver: { name: 'other', adslot: 'x' } } }, tagid: 'T' }, ['/1/pb'], ['/1/pb'], ['t']],
    [{ ext: { data: { pbadslot: '/1/pb' } } }, ['/1/pb'], ['/1/pb'], ['/1/pb']],
    [{ ext: { svc: { storedrequest: { id: 'Stored' } } } }, [], [], ['stored']],
    [{ ext: { gpid: 3 }, tagid: '' }, [], [], []],
    [{ ext: { data: { adserver: 'gam', pbadslot: 1 } } }, [], [], []],
    [{}, [], [], []],
  ];
  for (const [imp, gptSlot, pbAdSlot, adUnitCode] of cases) {
    t.strictSame(keysOf('gptSlot', imp), gptSlot, JSON.stringify(imp));
    t.strictSame(keysOf('pbAdSlot', imp), pbAdSlot, JSON.stringify(imp));
    t.strictSame(keysOf('adUnitCode', imp), adUnitCode, JSON.stringify(imp));
  }
});

t.test('the field bidder has no value in an imp', async (t) => {
  t.strictSame(readFloorKeys({}, ['bidder'], { request: {}, channel: 'web', namespace: 'svc' }), [[]]);
});
