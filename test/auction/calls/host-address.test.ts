/** The address of a bidder's host: the parts that are kept are those of the URL (http connections and https ones, names and numbers). */
import t from 'tap';
import { hostAddress } from '../../../src/auction/calls/host-address.ts';

const origins = [
  'http://bidder.example',
  'https://bidder.example',
  'http://127.0.0.1:8080',
  'https://[2001:db8::1]:8443',
  'https://bidder.example:80',
];

for (const origin of origins) {
  t.test(origin, async (t) => {
    const address = hostAddress(origin);
    const { protocol, hostname, port, host, href, pathname } = new URL(origin);
    t.ok(address instanceof URL, 'which undici takes as it is');
    t.equal(address.origin, origin);
    t.equal(address.protocol, protocol);
    t.strictSame([address.hostname, address.port, address.host], [hostname, port, host]);
    t.strictSame([address.href, address.pathname], [href, pathname]);
    t.strictSame(Object.getOwnPropertyNames(address), ['origin', 'protocol'], 'kept');
  });
}
