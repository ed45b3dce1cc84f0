/** Hides this host's credentials wherever they occur in a text (decisions, 'debug'). */
import { encodeStrictly } from '../openrtb/encode-strictly.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';

/** The least length of a secret: replacing shorter texts would destroy everything else. */
const shortestSecret = 4;

/** The replacement of a secret. */
const hidden = '***';

/** A bidder's settings that may hold secrets. */
export interface SecretSettings {
  readonly credentials?: { readonly [name: string]: string };
  readonly extraInfo?: string;
  readonly endpoint?: string;
}

/** Names of members that hold secrets. */
const secretName = /token|secret|key|password|credential|auth/i;

/** Returns a function that replaces each secret in a text, as it is and as encoded in a URL or in JSON. */
export function blotter(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .flatMap((one) => (one.length < shortestSecret ? [] : spellings(one)))
    // The longest first: a secret that is the start of another would leave the other's end.
    .toSorted((a, b) => b.length - a.length);
  return (text) => forms.reduce((left, one) => left.replaceAll(one, hidden), text);
}

/**
 * Returns a function that serializes a value as JSON without the secrets: they are replaced inside all texts, and a number, true or false
 * that is one becomes a text.
 */
export function jsonBlotter(secrets: readonly string[]): (value: object) => string {
  const hide = blotter(secrets.filter((one) => !isBare(one)));
  const bare = new Set(secrets.filter((one) => isBare(one) && one.length >= shortestSecret));
  // Most hosts have no bare secrets: then only texts can hold a part of one.
  if (bare.size === 0) return (value) => hide(JSON.stringify(value));
  const hideAll = blotter(secrets);
  const replace = function (this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
    const given = this[name];
    if (typeof given === 'string') return hideAll(given);
    return typeof given !== 'object' && bare.has(String(given)) ? hidden : value;
  };
  return (value) => hide(JSON.stringify(value, replace));
}

/** True for a secret that may occur in JSON outside texts. */
function isBare(secret: string): boolean {
  return /^[\d.eE+-]+$/.test(secret) || ['true', 'false', 'null'].some((word) => word.includes(secret));
}

/**
 * The spellings of a text: plain, in a URL and in JSON, each once. Queries that bidder definitions build escape more than usual and write a
 * plus for a space (adapter/url).
 */
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

/** The credentials, and the values in `extraInfo` and in the query of `endpoint` whose names suggest a secret. */
export function secretsOfBidder({ credentials = {}, extraInfo = '', endpoint = '' }: SecretSettings): string[] {
  return [...Object.values(credentials), ...namedSecrets(parsedJson(extraInfo)), ...querySecrets(endpoint)];
}

/** Both raw and decoded. A macro stands for a part of the request, which is no secret. */
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
