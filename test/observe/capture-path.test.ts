/** User ids are redacted in the path of a captured auction (issue 6, item 3). */
import t from 'tap';
import { redactPath } from '../../src/observe/capture-path.ts';

t.test('ids in a query are redacted in any case, inside URLs and inside targeting', async (t) => {
  const ids = new Set<string>();
  const redacted = (parameters: object): object => {
    const path = redactPath(`/openrtb2/auction?${new URLSearchParams({ ...parameters }).toString()}`, ids);
    return Object.fromEntries(new URLSearchParams(path.slice(path.indexOf('?'))));
  };
  const asked = {
    srid: 'spot-1',
    IFA: 'device-1',
    storeurl: 'https://store.example/?app=1&idfa=device-2',
    url_override: 'https://user:pass@page.example/',
    rss_feed: 'https://feeds.example/show?uid=person-3&n=1',
    targeting: '{"sport":"chess","ifa":"device-4","user":{"id":"person-5"}}',
  };
  t.strictSame(redacted(asked), {
    srid: 'spot-1',
    IFA: 'redacted',
    storeurl: 'https://store.example/?app=1&idfa=redacted',
    url_override: 'https://page.example/',
    rss_feed: 'https://feeds.example/show?uid=redacted&n=1',
    targeting: '{"sport":"chess","ifa":"redacted","user":{"id":"redacted"}}',
  });
  t.strictSame([...ids], ['device-1', 'device-2', 'person-3', 'device-4', 'person-5']);
  const plain = { targeting: '{ "sport": "chess" }', slot: '{', ctitle: '{"a":1}', ua: 'Player/1' };
  t.strictSame(redacted(plain), plain, 'texts without ids are unchanged');
  t.strictSame(redacted({ targeting: `{"a":${'['.repeat(400)}1${']'.repeat(400)}}` }), { targeting: 'redacted' });
  const twice = encodeURIComponent('{"ifa":"device-4"}');
  const encoded = encodeURIComponent('{"ifa":"redacted"}');
  t.strictSame(redacted({ targeting: twice }), { targeting: encoded }, 'encoded twice, which bidders of AMP pages see');
  for (const targeting of [
    encodeURIComponent(twice),
    '{"ifa":"device-6"',
    '[{"ifa":"device-6"}]',
    '%7B"ifa":"device-6"%zz',
  ])
    t.strictSame(redacted({ targeting }), { targeting: 'redacted' }, targeting);
  const unread = { targeting: 'TGT', slot: '%7Ba' };
  t.strictSame(redacted(unread), unread, 'no JSON');
});
