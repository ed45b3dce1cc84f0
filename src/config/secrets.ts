/** Decides what this host must never show (decisions, 'debug'): its credentials, wherever they stand in a text. */
import { encodeStrictly } from '../openrtb/encode-strictly.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';

/** The shortest text that counts as a secret: one of a few characters would blot out everything else. */
const shortestSecret = 4;

/** What stands in a secret's place. */
const hidden = '***';

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
  const forms = secrets
    .flatMap((one) => (one.length < shortestSecret ? [] : spellings(one)))
    // The longest first: one that begins as another does would leave its end.
    .toSorted((a, b) => b.length - a.length);
  return (text) => forms.reduce((left, one) => left.replaceAll(one, hidden), text);
}

/**
 * A function that writes a value as JSON without the secrets: they go out of all texts, and what else is one as a whole (a number,
 * true, false) becomes a text.
 */
export function jsonBlotter(secrets: readonly string[]): (value: object) => string {
  const hide = blotter(secrets.filter((one) => !isBare(one)));
  const bare = new Set(secrets.filter((one) => isBare(one) && one.length >= shortestSecret));
  // Most hosts have none of these: what is written has nothing outside of its texts that could be part of a secret.
  if (bare.size === 0) return (value) => hide(JSON.stringify(value));
  const hideAll = blotter(secrets);
  const replace = function (this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
    const given = this[name];
    if (typeof given === 'string') return hideAll(given);
    return typeof given !== 'object' && bare.has(String(given)) ? hidden : value;
  };
  return (value) => hide(JSON.stringify(value, replace));
}

/** True for a secret that may stand in JSON outside of texts, or in a part of what does. */
function isBare(secret: string): boolean {
  return /^[\d.eE+-]+$/.test(secret) || ['true', 'false', 'null'].some((word) => word.includes(secret));
}

/** How a text stands by itself, in a URL and in JSON, each once. Queries that definitions write escape more than others do, and have a plus for a space (adapter/url). */
export function spellings(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const strict = encodeStrictly(secret);
  const all = [secret, encoded, strict, strict.replaceAll('%20', '+'), JSON.stringify(secret).slice(1, -1)];
  return [...new Set(all)];
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
