/** Decides what this host must never show (decisions, 'debug'): its credentials, wherever they stand in a text. */
import { parsedJson } from '../openrtb/parsed-json.ts';

/** The shortest text that counts as a secret: one of a few characters would blot out everything else. */
const shortestSecret = 4;

/** What a host states of a bidder that may be secret. */
export interface SecretSettings {
  readonly credentials?: { readonly [name: string]: string };
  readonly extraInfo?: string;
  readonly endpoint?: string;
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

/** The secrets of these bidders. */
export function secretsOf(bidders: { readonly [code: string]: SecretSettings }): string[] {
  return Object.values(bidders).flatMap(secretsOfBidder);
}

/** The credentials, and what in `extraInfo` and in the query of `endpoint` has the name of a secret. */
export function secretsOfBidder({ credentials = {}, extraInfo = '', endpoint = '' }: SecretSettings): string[] {
  return [...Object.values(credentials), ...namedSecrets(parsedJson(extraInfo)), ...querySecrets(endpoint)];
}

/** As they stand and decoded. A macro stands for what requests say, which is no secret. */
function querySecrets(endpoint: string): string[] {
  const [, query = ''] = /\?(.*)$/s.exec(endpoint) ?? [];
  return query.split(/[&#]/).flatMap((member) => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(member) ?? [];
    if (!secretName.test(name) || value.includes('{{')) return [];
    return [...new Set([value, ...new URLSearchParams(member).values()])];
  });
}

function namedSecrets(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member === 'string') return secretName.test(name) ? [member] : [];
    return namedSecrets(member);
  });
}
