/** Which texts are read as URLs (implementation A 1.5). */
import t from 'tap';
import { hostOfPage } from '../../src/adapter/url.ts';
import { readUrl, webAddress } from '../../src/openrtb/web-address.ts';
import { fillSite } from '../../src/stages/prepare/fill-site.ts';

t.test('a URL in any spelling of its scheme and slashes is read', async (t) => {
  for (const text of [
    'https://a.example/b',
    'HTTP:a.example/b',
    ' https:\\\\a.example\\b',
    'https://u:p@a.example:1/b',
  ])
    t.equal(webAddress(text)?.hostname, 'a.example', text);
  t.equal(readUrl('ftp://a.example/')?.hostname, 'a.example');
  t.equal(
    readUrl(`https:${'\t'.repeat(2000)}//a.example/b`)?.hostname,
    'a.example',
    'what stands before a host is no part of it',
  );
  t.equal(webAddress('ftp://a.example/'), undefined);
  for (const text of ['', 'a.example', 'https://', '/b']) t.equal(readUrl(text), undefined, text);
});

t.test('a URL with a long path, query or fragment is read, also a page of up to 8192 characters', async (t) => {
  const long = '一'.repeat(8000);
  for (const text of ['/', '?', '#', '\\'].map((end) => `https://a.example${end}${long}`)) {
    t.equal(readUrl(text)?.hostname, 'a.example');
    t.equal(webAddress(text)?.hostname, 'a.example');
  }
  t.equal(webAddress(`https://a.example/${'b'.repeat(8192)}`), undefined);
});

t.test(
  'a host of over 1000 characters is never parsed: that takes time that grows with the square of its length',
  async (t) => {
    const parsed: number[] = [];
    const { parse } = URL;
    t.teardown(() => (URL.parse = parse));
    URL.parse = (text, ...more) => {
      parsed.push(text.length);
      return parse.call(URL, text, ...more);
    };
    const host = '一'.repeat(4000);
    const starts = ['https://', 'https:', 'https:\\\\/', ' ht\ntp:\t//', 'https://user@', 'wss://'];
    for (const text of starts.flatMap((start) => [`${start}${host}/a`, `${start}${host}`])) {
      t.equal(readUrl(text), undefined, text.slice(0, 10));
      t.equal(webAddress(text), undefined);
      t.equal(hostOfPage(text), undefined);
      const request = { site: { page: text } };
      t.strictSame(fillSite(request, '').site, { page: text, ext: { amp: 0 } });
    }
    t.strictSame(parsed, []);
    t.equal(readUrl(`https://${'一'.repeat(990)}`)?.protocol, 'https:');
  },
);
