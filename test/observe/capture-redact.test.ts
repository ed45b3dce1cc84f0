/** User data are redacted in captured requests and answers, also in the calls of debug output (issue 6, item 3). */
import t from 'tap';
import { redactJson } from '../../src/observe/capture-redact.ts';
import { redactPath } from '../../src/observe/capture-path.ts';
import { redactHeaders } from '../../src/observe/capture-texts.ts';

t.test('calls in debug output keep no client address, no query and no id', async (t) => {
  const call = {
    uri: 'https://bidder.example/bid?user=buyer-1#top',
    requestheaders: {
      'User-Agent': ['browser'],
      'X-Forwarded-For': ['2001:db8:1:2:3::4', '81.2.69.142'],
      'x-real-ip': ['81.2.69.142'],
      forwarded: ['for=81.2.69.142'],
    },
    requestbody: '{"user":{"buyeruid":"buyer-1"},"device":{"ip":"81.2.69.142"}}',
    responsebody: '{"ext":{"uid":"buyer-1","kept":1}}',
    status: 200,
  };
  const answer = { ext: { debug: { httpcalls: { bidderA: [call] } } } };
  t.strictSame(redactJson(answer), {
    ext: {
      debug: {
        httpcalls: {
          bidderA: [
            {
              uri: 'https://bidder.example/bid',
              requestheaders: {
                'User-Agent': ['browser'],
                'X-Forwarded-For': ['2001:db8:1::', '81.2.69.0'],
                'x-real-ip': ['81.2.69.0'],
                forwarded: ['redacted'],
              },
              requestbody: '{"user":{"buyeruid":"redacted"},"device":{"ip":"81.2.69.0"}}',
              responsebody: '{"ext":{"uid":"redacted","kept":1}}',
              status: 200,
            },
          ],
        },
      },
    },
  });
});

t.test('a postcode, an email address and a publisher-provided id of a user are redacted', async (t) => {
  const user = { geo: { zip: 'SW1A 1AA', city: 'London' }, ext: { data: { ppid: 'p-1', email: 'a@b.example' } } };
  t.strictSame(redactJson({ user, imp: [{ ext: { mabidder: { ppid: 'placement' } } }] }), {
    user: { geo: { zip: 'redacted', city: 'London' }, ext: { data: { ppid: 'redacted', email: 'redacted' } } },
    imp: [{ ext: { mabidder: { ppid: 'placement' } } }],
  });
});

t.test('a coordinate in a text stays a text, and one beyond doubles stays a number', async (t) => {
  const ids = new Set<string>();
  const geo = { lat: '51.123456', lon: 52516312525163125251n, accuracy: 5 };
  t.strictSame(redactJson({ device: { geo } }, { ids, hide: (text) => text }), {
    device: { geo: { lat: '51.12', lon: 1, accuracy: 5 } },
  });
  t.strictSame([...ids], ['51.123456', '52516312525163125251']);
  ids.clear();
  const odd = { lat: '51.1234560', lon: '51.1.2' };
  t.strictSame(redactJson({ device: { geo: odd } }, { ids, hide: (text) => text }), {
    device: { geo: { lat: '51.12', lon: 'redacted' } },
  });
  t.strictSame(
    [...ids],
    ['51.1234560', '51.123456', '51.1.2'],
    'also in the form of a number, as a warning may show it',
  );
});

t.test('in debug output a request that is not JSON is redacted, a reply that is not is kept', async (t) => {
  t.strictSame(redactJson({ requestbody: 'user-1', responsebody: '{"seatbid":[' }), {
    requestbody: 'redacted',
    responsebody: '{"seatbid":[',
  });
});

t.test('ids in JSON nested in texts eight levels deep are redacted', async (t) => {
  let inner = '{"ifa":"a-person"}';
  for (let depth = 0; depth < 8; depth++) inner = JSON.stringify({ requestbody: inner });
  t.notMatch(JSON.stringify(redactJson(JSON.parse(inner))), /a-person/);
});

t.test('malformed headers and addresses are redacted whole', async (t) => {
  t.strictSame(redactJson({ requestheaders: { 'x-real-ip': 'a', 'x-forwarded-for': ['b', 1] } }), {
    requestheaders: { 'x-real-ip': 'redacted', 'x-forwarded-for': ['redacted', 'redacted'] },
  });
  t.strictSame(redactHeaders({ cookie: 'uids=a', 'x-forwarded-for': '81.2.69.142', referer: 'https://a.example' }), {
    'x-forwarded-for': '81.2.69.0',
    referer: 'https://a.example',
  });
});

t.test('the reader id of an AMP page is redacted in its path under each of its names', async (t) => {
  const path = '/openrtb2/amp?tag_id=t1&adc=amp-1&adcid=amp-2&rdid=device-3&curl=https%3A%2F%2Fa.example';
  t.equal(
    redactPath(path),
    '/openrtb2/amp?tag_id=t1&adc=redacted&adcid=redacted&rdid=redacted&curl=https%3A%2F%2Fa.example',
  );
});

t.test('an id that is a number stays a number, so that a replay gets the same 400', async (t) => {
  const user = { id: 4711, buyeruid: 4712, ext: { prebid: { buyeruids: { acme: 4713, zenith: true } } } };
  const ids = new Set<string>();
  t.strictSame(redactJson({ user }, { ids, hide: (text) => text }), {
    user: { id: 1, buyeruid: 1, ext: { prebid: { buyeruids: { acme: 1, zenith: true } } } },
  });
  t.strictSame([...ids], ['4711', '4712', '4713']);
});

t.test("a bidder's param called uid is kept: without it the auction cannot be replayed", async (t) => {
  const params = { grid: { uid: 7 } };
  const request = {
    imp: [{ id: 'i1', ext: { svc: { bidder: params } } }],
    user: { ext: { uid: 'a-person' } },
    ext: { svc: { bidderparams: params } },
  };
  t.strictSame(redactJson(request), { ...request, user: { ext: { uid: 'redacted' } } });
});

t.test('a user that is an id instead of an object is redacted; a bidder param of that name is kept', async (t) => {
  const imp = [{ ext: { svc: { bidder: { acme: { user: 'placement' } } } } }];
  for (const [user, left] of [
    ['user-of-a-person', 'redacted'],
    [123_456_789, 1],
    [['user-of-a-person'], ['redacted']],
    ['', ''],
    [null, null],
  ])
    t.strictSame(redactJson({ user, imp }), { user: left, imp });
});

/** Each of the values at each place of an id or a location. */
const placed = (values: readonly unknown[]): object[] =>
  values.flatMap((value) => [
    {
      user: { id: value, ext: { svc: { buyeruids: { acme: value } } } },
      device: { ifa: value, geo: { zip: value } },
    },
    { device: { geo: { lat: value } } },
    { user: { ext: { svc: { buyeruids: value } } } },
  ]);

t.test('a value of a wrong type at the place of an id keeps its type and is redacted inside', async (t) => {
  const wrong = [['id-1', null, { a: 'id-2', b: 3 }], { c: ['id-4'] }, null, false, ''];
  const left = [['redacted', null, { a: 'redacted', b: 1 }], { c: ['redacted'] }, null, false, ''];
  t.strictSame(redactJson(placed(wrong)), placed(left));
  const eids = [{ source: 's.example', uids: ['id-5'] }, { source: 't.example', id: 'id-6' }, 'id-7'];
  t.strictSame(redactJson({ user: { eids, ext: { eids: 'id-8' } } }), {
    user: {
      eids: [{ source: 's.example', uids: ['redacted'] }, { source: 't.example', id: 'redacted' }, 'redacted'],
      ext: { eids: 'redacted' },
    },
  });
});

t.test('id parameters of a page URL are redacted in the body, the referer and AMP paths', async (t) => {
  const ids = new Set<string>();
  const page = 'https://a.example/?q=1&email=a%40b.example#top';
  t.strictSame(redactJson({ site: { page } }, { ids, hide: (text) => text }), {
    site: { page: 'https://a.example/?q=1&email=redacted#top' },
  });
  t.strictSame([...ids], ['a@b.example'], 'bidders may repeat it');
  t.strictSame(redactHeaders({ referer: page }), { referer: 'https://a.example/?q=1&email=redacted#top' });
  const query = new URLSearchParams({ ip: '81.2.69.142', curl: page });
  const kept = new URLSearchParams({ ip: '81.2.69.0', curl: 'https://a.example/?q=1&email=redacted#top' });
  t.equal(redactPath(`/openrtb2/amp?${query.toString()}`), `/openrtb2/amp?${kept.toString()}`);
  t.match(redactJson({ site: { page: 'https://a.example/#email=a@b.example' } }), {
    site: { page: 'https://a.example/#email=redacted' },
  });
});

t.test('an AMP path keeps parameters that are no ids, and every redacted value is collected', async (t) => {
  const ids = new Set<string>();
  const curl = ['https://a.example/?uid=id-1', 'https://b.example/'].map(encodeURIComponent).join('&curl=');
  const path = `/openrtb2/amp?rdid=&rdid=id-2&adcid=id-3&adcid=id-4&ip=81.2.69.142&curl=${curl}&w=1`;
  const kept = ['https://a.example/?uid=redacted', 'https://b.example/'].map(encodeURIComponent).join('&curl=');
  const left = `/openrtb2/amp?rdid=&rdid=redacted&adcid=redacted&adcid=redacted&ip=81.2.69.0&curl=${kept}&w=1`;
  t.equal(redactPath(path, ids), left);
  t.strictSame([...ids].toSorted(), ['81.2.69.142', 'id-1', 'id-2', 'id-3', 'id-4']);
});
