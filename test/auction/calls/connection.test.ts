/** The URL of a bidder's host, which keeps the parts that each connection reads (http and https, names and addresses). */
import t from 'tap';
import { originUrl } from '../../../src/auction/calls/connection.ts';

const origins = [
  'http://bidder.example',
  'https://bidder.example',
  'http://127.0.0.1:8080',
  'https://[2001:db8::1]:8443',
  'https://bidder.example:80',
];

for (const origin of origins) {
  t.test(`the URL of ${origin} has the parts of a plain URL`, async (t) => {
    const url = originUrl(origin);
    const { protocol, hostname, port, host, href, pathname } = new URL(origin);
    t.ok(url instanceof URL, 'undici takes it without parsing');
    t.equal(url.origin, origin);
    t.equal(url.protocol, protocol);
    t.strictSame([url.hostname, url.port, url.host], [hostname, port, host]);
    t.strictSame([url.href, url.pathname], [href, pathname]);
    t.strictSame(Object.getOwnPropertyNames(url), ['origin', 'protocol'], 'kept parts');
  });
}
