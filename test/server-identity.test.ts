/** Which certificates are valid for a bidder whose endpoint has an address instead of a name. */
import { readFileSync } from 'node:fs';
import { connect, createServer, type PeerCertificate } from 'node:tls';
import t from 'tap';
import { writeCertificate } from '../bench/farm/certificate.ts';
import { checkIdentity } from '../src/server-identity.ts';
import { listening } from './support/listening.ts';

t.test('a certificate is valid for the addresses and names in it, an IPv6 address in any form', async (t) => {
  const { keyFile, certificateFile } = writeCertificate();
  const [key, cert] = [readFileSync(keyFile), readFileSync(certificateFile)];
  const port = await listening(t, createServer({ key, cert }));
  const socket = connect({ port, host: '127.0.0.1', ca: cert });
  const certificate = await new Promise<PeerCertificate>((resolve, reject) => {
    socket.once('error', reject).once('secureConnect', () => resolve(socket.getPeerCertificate()));
  });
  socket.destroy();
  const codeFor = (host: string): unknown =>
    (checkIdentity(host, certificate) as NodeJS.ErrnoException | undefined)?.code;
  for (const host of ['::1', '0:0:0:0:0:0:0:1', '127.0.0.1', 'localhost']) t.equal(codeFor(host), undefined, host);
  for (const host of ['::2', '127.0.0.2', 'other.example'])
    t.equal(codeFor(host), 'ERR_TLS_CERT_ALTNAME_INVALID', host);
});
