/** Which hosts a param may name (bidders, 'SSRF'). */
import t from 'tap';
import { isHostPart, isPublicHost } from '../../src/adapter/public-host.ts';

t.test('a public name is allowed in any case, with or without a port', async (t) => {
  const long = `${'a'.repeat(60)}.`.repeat(4);
  for (const host of [
    'acme.com',
    'Ads.ACME.Com',
    'acme.com:1',
    'acme.com:65535',
    'my_ads.acme.co.uk',
    '1.2.3.acme.com',
    `${long}acme.com`,
  ])
    t.ok(isPublicHost(host), host);
});

t.test('IP addresses, names that contain one, internal names and invalid names are refused', async (t) => {
  const long = `${'a'.repeat(60)}.`.repeat(4);
  for (const host of [
    '127.0.0.1',
    'acme.1',
    'acme.0x7f',
    '10.0.0.1.nip.io',
    'a.10-0-0-1.sslip.io',
    'acme',
    'co.uk',
    'printer.local',
    'db.internal',
    'acme.com.',
    '-a.acme.com',
    'a-.acme.com',
    `${'a'.repeat(64)}.acme.com`,
    `${long}${'a'.repeat(6)}acme.com`,
    'acme.com:0',
    'acme.com:65536',
    'acme.com/x',
    'ex\u00e4mple.com',
  ])
    t.notOk(isPublicHost(host), host);
});

t.test('a part of a host must not contain a character that ends the host', async (t) => {
  for (const part of ['', 'eu', 'eu.', '-eu', 'acme.com:80']) t.ok(isHostPart(part), part);
  for (const part of ['/', 'a@b', 'a?b', 'a#b', 'a%2f', ':123456', 'a:b']) t.notOk(isHostPart(part), part);
});
