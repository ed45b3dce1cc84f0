/** Decides what headers, addresses and bidders' texts of a captured auction keep of its user (issue 6, item 3): no ids, addresses only in part. */
import { spellings } from '../config/secrets.ts';
import { cutAddress } from '../privacy/coarse.ts';
import { idNames } from '../privacy/id-names.ts';

/** What stands in place of an id: as many imps and calls come of it as before. */
export const blot = 'redacted';

/** Headers that say where a person is. */
const addressHeaders = /^(?:forwarded|x-forwarded-for|x-real-ip)$/i;

/** The shortest id that is looked for in what bidders wrote, as long as the shortest address: less may be any word. */
const shortestEcho = 7;

/** A function that blots `ids` out of texts, such as markup and addresses, in capitals or not, in every form that they may have there. */
export function echoBlotter(ids: ReadonlySet<string>): (text: string) => string {
  const long = [...ids].filter(({ length }) => length >= shortestEcho);
  const forms = [...new Set(long.flatMap(formsOf))];
  if (forms.length === 0) return (text) => text;
  // The longest first: one that begins as another does would leave its end.
  const escaped = forms
    .toSorted((a, b) => b.length - a.length)
    .map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('|'), 'gi');
  return (text) => text.replaceAll(pattern, blot);
}

/** An id as it is, in a URL and in a URL within one, in JSON of any writer, and in bytes read as Latin-1. */
function formsOf(id: string): string[] {
  const inForm = new URLSearchParams([['', id]]).toString().slice(1);
  const twice = encodeURIComponent(encodeURIComponent(id.toWellFormed()));
  const php = id.replaceAll('/', '\\/');
  const gson = id.replaceAll(/[<>&='"]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);
  return [...spellings(id), inForm, twice, php, gson, Buffer.from(id).toString('latin1')];
}

/**
 * Headers with part of the client's address, without ids in the page's (`ids` takes each), and without cookies but one that has an id
 * that is none for each of `syncKeys`.
 */
export function redactHeaders(
  headers: { readonly [name: string]: string },
  syncKeys: Iterable<string> = [],
  ids = new Set<string>(),
): { [name: string]: string } {
  const kept = Object.entries(headers).filter(([name]) => name !== 'cookie');
  const uids = Object.fromEntries(Array.from(syncKeys, (key) => [key, blot]));
  // In its older form, in which ids do not expire.
  const cookie = `uids=${Buffer.from(JSON.stringify({ uids })).toString('base64url')}`;
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, redactHeader(name, value, ids)])),
    ...(Object.keys(uids).length > 0 && { cookie }),
  };
}

/** The value of a header (`name` in lower case) with part of the address that it tells. */
export function redactHeader(name: string, value: string, ids: Set<string>): string {
  if (name === 'referer') return redactPage(value, ids);
  return addressHeaders.test(name) ? (cutAddress(value) ?? blot) : value;
}

const idsOfPages = new RegExp(`([?&;#](?:${[...idNames].join('|')})=)([^&;#]+)`, 'gi');

/** The address of a page without the ids that its query or fragment names as such; `ids` takes each. */
export function redactPage(address: string, ids = new Set<string>()): string {
  return address.replaceAll(idsOfPages, (_, name: string, id: string) => {
    ids.add(unescaped(id));
    return `${name}${blot}`;
  });
}

function unescaped(text: string): string {
  return new URLSearchParams(`id=${text}`).get('id') ?? text;
}

/** The address up to its query, which may hold ids. */
export function withoutQuery(uri: string): string {
  return uri.replace(/[?#].*$/s, '');
}
