/**
 * A throwaway certificate for https bidders on 127.0.0.1 and ::1, self-signed and written as DER by hand (RFC 5280, 4.1). Callers trust
 * its file through NODE_EXTRA_CA_CERTS.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../command.ts';

/** The PEM files of key and certificate, removed when this process ends. */
export interface CertificateFiles {
  readonly keyFile: string;
  readonly certificateFile: string;
}

const hourMs = 3_600_000;
const validMs = 30 * 24 * hourMs;

/** A DER value: tag, length, contents. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  const { length } = body;
  const lengthBytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), body]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);
const utcTime = (ms: number): Buffer => {
  const digits = new Date(ms).toISOString().replaceAll(/\D/g, '');
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
};
const extension = (id: number, value: Buffer): Buffer => sequence(der(0x06, bytes(0x55, 0x1d, id)), der(0x04, value));

const ecdsaWithSha256 = sequence(der(0x06, bytes(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)));

function nameOf(commonName: string): Buffer {
  const attribute = sequence(der(0x06, bytes(0x55, 0x04, 0x03)), der(0x0c, Buffer.from(commonName)));
  return sequence(der(0x31, attribute));
}

const loopback6 = bytes(...Array.from({ length: 15 }, () => 0), 1);

/** The certificate is its own authority (basic constraints), valid for 127.0.0.1, ::1 and localhost (alternative names). */
function extensions(): Buffer {
  const isAuthority = extension(0x13, sequence(der(0x01, bytes(0xff))));
  const places = [der(0x82, Buffer.from('localhost')), der(0x87, bytes(127, 0, 0, 1)), der(0x87, loopback6)];
  const names = extension(0x11, sequence(...places));
  return der(0xa3, sequence(isAuthority, names));
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** Makes a key and a certificate that is valid for 30 days from now. */
function makeCertificate(nowMs: number): { readonly key: string; readonly certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = nameOf('gavel bench farm');
  const serial = randomBytes(8);
  serial[0] = 1; // positive and without a leading zero
  const toSign = sequence(
    der(0xa0, der(0x02, bytes(2))),
    der(0x02, serial),
    ecdsaWithSha256,
    name,
    sequence(utcTime(nowMs - hourMs), utcTime(nowMs + validMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions(),
  );
  const signature = der(0x03, bytes(0), sign('sha256', toSign, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: pem('CERTIFICATE', sequence(toSign, ecdsaWithSha256, signature)),
  };
}

/** Writes a new key and certificate into a new folder. */
export function writeCertificate(): CertificateFiles {
  const dir = scratchFolder('farm');
  const keyFile = join(dir, 'key.pem');
  const certificateFile = join(dir, 'certificate.pem');
  const { key, certificate } = makeCertificate(Date.now());
  writeFileSync(keyFile, key, { mode: 0o600 });
  writeFileSync(certificateFile, certificate);
  return { keyFile, certificateFile };
}
