/**
 * Decides how URLs are read and how values are written into them (bidders, 'SSRF'): percent-encoded for their place, in the form that
 * bidders' servers expect.
 */
import { encodeStrictly } from '../openrtb/encode-strictly.ts';
import { readUrl } from '../openrtb/web-address.ts';

/** The host of a page's URL; undefined if it is no URL. */
export function hostOfPage(page = ''): string | undefined {
  return readUrl(page)?.hostname;
}

/** One path segment, percent-encoded; undefined for '.' and '..', which would change the path. */
export function pathSegment(text: string): string | undefined {
  return text === '.' || text === '..' ? undefined : encodeStrictly(text);
}

/** Several path segments, each percent-encoded; undefined if one is '.' or '..', or is empty but not the first. */
export function pathSegments(text: string): string | undefined {
  const segments = text.split('/').map((segment, at) => (segment === '' && at > 0 ? undefined : pathSegment(segment)));
  return segments.includes(undefined) ? undefined : segments.join('/');
}

/** A name or value of a query, percent-encoded, a space as `+`. */
export function queryValue(value: string | number | boolean): string {
  return encodeStrictly(String(value)).replaceAll('%20', '+');
}

/** What a name or value of a query says, with `+` for a space; a text that is not encoded so stays as it is. */
export function queryDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** `url` with these parameters set and its query sorted by name. An undefined value leaves the parameter as it is. */
export function withQuery(
  url: string,
  members: { readonly [name: string]: string | number | boolean | undefined },
): string {
  const mark = url.indexOf('?');
  const known = mark < 0 ? [] : [...new URLSearchParams(url.slice(mark + 1))];
  const added = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  const kept = known.filter(([name]) => !added.some(([other]) => other === name));
  const text = pairsText([...kept, ...added]);
  return text === '' ? url : `${mark < 0 ? url : url.slice(0, mark)}?${text}`;
}

/** `url` with one more parameter at the end of its query. */
export function addQuery(url: string, name: string, value: string | number): string {
  return `${url}${url.includes('?') ? '&' : '?'}${queryValue(name)}=${queryValue(value)}`;
}

function pairsText(pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([name, value]) => `${queryValue(name)}=${queryValue(value)}`)
    .join('&');
}
