/** Redacts headers, URLs and bidders' texts of a captured auction (issue 6, item 3): removes ids, truncates addresses. */
import { spellings } from '../config/secrets.ts';
import { cutAddress } from '../privacy/coarse.ts';
import { idNames } from '../privacy/id-names.ts';

/** The replacement for an id. Not empty, so that a replay has as many imps and calls. */
export const blot = 'redacted';

/** Headers with a person's address. */
const addressHeaders = /^(?:forwarded|x-forwarded-for|x-real-ip)$/i;

/** The shortest id that is searched for in bidders' texts, as long as the shortest address: a shorter one could be any word. */
const shortestEcho = 7;

/** Makes a function that redacts `ids` in texts such as markup and URLs, in any case and every encoding that they may have there. */
export function echoBlotter(ids: ReadonlySet<string>): (text: string) => string {
  const long = [...ids].filter(({ length }) => length >= shortestEcho);
  const forms = [...new Set(long.flatMap(formsOf))];
  if (forms.length === 0) return (text) => text;
  // The longest first: a form that is a prefix of another would leave the other's rest.
  const escaped = forms
    .toSorted((a, b) => b.length - a.length)
    .map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('|'), 'gi');
  return (text) => text.replaceAll(pattern, blot);
}

/** True for a number that is one of `ids`, which bidders write without quotes if they have only digits. */
export function isEcho(value: unknown, ids: ReadonlySet<string>): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return false;
  const text = String(value);
  return text.length >= shortestEcho && ids.has(text);
}

/** An id as it is, in a URL, in a URL within a URL, in JSON from common writers, and in bytes read as Latin-1. */
function formsOf(id: string): string[] {
  const inForm = new URLSearchParams([['', id]]).toString().slice(1);
  const twice = encodeURIComponent(encodeURIComponent(id.toWellFormed()));
  const php = id.replaceAll('/', '\\/');
  const gson = id.replaceAll(/[<>&='"]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);
  return [...spellings(id), inForm, twice, php, gson, Buffer.from(id).toString('latin1')];
}

/**
 * Headers with the client's address truncated, the ids in page URLs removed (each is added to `ids`), and cookies replaced by one that has
 * a redacted id for each of `syncKeys`.
 */
export function redactHeaders(
  headers: { readonly [name: string]: string },
  syncKeys: Iterable<string> = [],
  ids = new Set<string>(),
): { [name: string]: string } {
  const kept = Object.entries(headers).filter(([name]) => name !== 'cookie');
  const uids = Object.fromEntries(Array.from(syncKeys, (key) => [key, blot]));
  // In the older cookie format, in which ids do not expire.
  const cookie = `uids=${Buffer.from(JSON.stringify({ uids })).toString('base64url')}`;
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, redactHeader(name, value, ids)])),
    ...(Object.keys(uids).length > 0 && { cookie }),
  };
}

/** The value of a header (`name` in lower case), with an address in it truncated. */
export function redactHeader(name: string, value: string, ids: Set<string>): string {
  if (name === 'referer') return redactPage(value, ids);
  return addressHeaders.test(name) ? (cutAddress(value) ?? blot) : value;
}

const idsOfPages = new RegExp(`([?&;#](?:${[...idNames].join('|')})=)([^&;#]+)`, 'gi');

/** A page URL without the ids that its query or fragment names as such; each is added to `ids`. */
export function redactPage(address: string, ids = new Set<string>()): string {
  return address.replaceAll(idsOfPages, (_, name: string, id: string) => {
    ids.add(unescaped(id));
    return `${name}${blot}`;
  });
}

function unescaped(text: string): string {
  return new URLSearchParams(`id=${text}`).get('id') ?? text;
}

/** The URL without query and fragment, which may hold ids. */
export function withoutQuery(uri: string): string {
  return uri.replace(/[?#].*$/s, '');
}
