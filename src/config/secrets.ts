/** Decides what this host must never show (decisions, 'debug'): its credentials, wherever they stand in a text. */
import { parsedJson } from '../openrtb/parsed-json.ts';

/** The shortest text that counts as a secret: one of a few characters would blot out everything else. */
const shortestSecret = 4;

/** What a host states of a bidder that may be secret. */
export interface SecretSettings {
  readonly credentials?: { readonly [name: string]: string };
  readonly extraInfo?: string;
}

/** Names of members that hold secrets. */
const secretName = /token|secret|key|password|credential|auth/i;

/** A function that replaces each secret, as it is and as it stands in a URL or in JSON. */
export function blotter(secrets: readonly string[]): (text: string) => string {
  const hidden = secrets
    .flatMap((one) =>
      one.length < shortestSecret
        ? []
        : [one, encodeURIComponent(one.toWellFormed()), JSON.stringify(one).slice(1, -1)],
    )
    // The longest first: one that begins as another does would leave its end.
    .toSorted((a, b) => b.length - a.length);
  return (text) => hidden.reduce((left, one) => left.replaceAll(one, '***'), text);
}

/** The address without user name and password. */
export function withoutCredentials(uri: string): string {
  return uri.replace(/^(https?:\/\/)[^/@]*@/i, '$1');
}

/** The secrets of these bidders: their credentials, and the texts of `extraInfo` whose names say that they are secret. */
export function secretsOf(bidders: { readonly [code: string]: SecretSettings }): string[] {
  return Object.values(bidders).flatMap(({ credentials = {}, extraInfo = '' }) => [
    ...Object.values(credentials),
    ...namedSecrets(parsedJson(extraInfo)),
  ]);
}

function namedSecrets(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member === 'string') return secretName.test(name) ? [member] : [];
    return namedSecrets(member);
  });
}
