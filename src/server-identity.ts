/** Decides whether a certificate is for the server that was called. Node 22.23 finds none of those for an IPv6 address good: it reads the address as a name. */
import { X509Certificate } from 'node:crypto';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';

/** Node's own check, but for IPv6 addresses; undefined for a certificate that is for `host`, else Node's error. */
export function checkIdentity(host: string, certificate: PeerCertificate): Error | undefined {
  const isAddress = host.includes(':');
  if (isAddress && new X509Certificate(certificate.raw).checkIP(host) !== undefined) return undefined;
  return checkServerIdentity(host, certificate);
}
