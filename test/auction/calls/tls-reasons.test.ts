/** The log and answers say why no TLS connection is made to a bidder's host. */
import { createServer as createTcpServer, type Server } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import t, { type Test } from 'tap';
import { listening } from '../../support/listening.ts';
import { wholeLists } from '../../support/whole-lists.ts';
import { fanOutFor, inTime, post, staying, tlsCert, tlsKey } from '../fan-out-servers.ts';

/** A certificate of an issuer that its server does not send; made for this test. */
const leafKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5i2Yb7PnpNJAiTyc
on8SGPStUNb+qg2k6vkACmbA2J2hRANCAAQkGBWJm+kv+UwoVhicRH+G0tIhCFge
O56rzrsFwDPrZzyJ7nzXbE6jABgJc/pP4NhMryWn8t+px/Hn94RTaX4w
-----END PRIVATE KEY-----`;
const leafCert = `-----BEGIN CERTIFICATE-----
MIIBfzCCASagAwIBAgITP7DLXIPuvSZbimVbyN6BQcvMVzAKBggqhkjOPQQDAjAW
MRQwEgYDVQQDDAtpc3N1ZXIudGVzdDAgFw0yNjExMzAxMzQwNDhaGA8yMTI2MTEw
NjEzNDA0OFowFDESMBAGA1UEAwwJbGVhZi50ZXN0MFkwEwYHKoZIzj0CAQYIKoZI
zj0DAQcDQgAEJBgViZvpL/lMKFYYnER/htLSIQhYHjueq867BcAz62c8ie5812xO
owAYCXP6T+DYTK8lp/Lfqcfx5/eEU2l+MKNTMFEwDwYDVR0RBAgwBocEfwAAATAd
BgNVHQ4EFgQUGqzJCXhAZKwnYtfdtDw0bfjR3gkwHwYDVR0jBBgwFoAU1Jv07ggY
/WMJ3lCmOczF6FqonkwwCgYIKoZIzj0EAwIDRwAwRAIgVOQxNeyp/BRKg5MqGoWv
o/XqAvoFZN5u75UmeS3Kzn0CIFp7Q2wbe+qCy66VxTWF+OPN5dk2HW2FNv0WI5Vu
HlP9
-----END CERTIFICATE-----`;

/** Checks that calls to `server` fail with `reason`. */
async function failsWith(t: Test, server: Server, reason: string): Promise<void> {
  const origin = `https://127.0.0.1:${await listening(t, server)}`;
  t.match(await fanOutFor(t).send([post(origin)], inTime(), staying), wholeLists([{ kind: 'unreachable', reason }]));
}

const untrusted = 'TLS certificate of an issuer that is not trusted here';
const cases: [string, TlsOptions, string][] = [
  ['its own issuer', { key: tlsKey, cert: tlsCert }, untrusted],
  ['no intermediate', { key: leafKey, cert: leafCert }, `${untrusted}, or sent without its intermediate certificate`],
  [
    'TLS 1.1 at most',
    { key: tlsKey, cert: tlsCert, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' },
    'the host has no TLS 1.2 or later',
  ],
];

for (const [what, options, reason] of cases)
  t.test(`a call to a server with ${what} fails with the reason`, async (t) =>
    failsWith(t, createServer(options), reason),
  );

t.test('a call over TLS to a server without it fails with the reason', async (t) => {
  await failsWith(
    t,
    createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    'the port does not speak TLS',
  );
});
