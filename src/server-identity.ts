/**
 * Decides whether a certificate is valid for the called server. Node 22.23 rejects all certificates for IPv6 addresses, because it treats
 * the address as a name.
 */
import { X509Certificate } from 'node:crypto';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';

/** Node's own check, with IPv6 addresses added; undefined for a certificate that is valid for `host`, else Node's error. */
export function checkIdentity(host: string, certificate: PeerCertificate): Error | undefined {
  const isAddress = host.includes(':');
  if (isAddress && new X509Certificate(certificate.raw).checkIP(host) !== undefined) return undefined;
  return checkServerIdentity(host, certificate);
}
