/** Decides which texts are URLs (implementation A 1.5). */

/** The longest page URL that is read. */
const maxLength = 8192;

/**
 * What follows the scheme, credentials and port included, when it has over 1000 characters: names have 253. To parse one that is not ASCII
 * takes time that grows with the square of its length.
 */
const longHost = /^[^:/?#\\]*:[/\\\t\n\r]*[^/?#\\]{1001}/;

/** The URL of a web page in `text`; undefined when it is not http or https, or too long. */
export function webAddress(text: string): URL | undefined {
  if (text === '' || text.length > maxLength) return undefined;
  const url = readUrl(text);
  return url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}

/** The URL in a client's `text`; undefined when it is none, or when its host is too long. */
export function readUrl(text: string): URL | undefined {
  return longHost.test(text) ? undefined : (URL.parse(text) ?? undefined);
}
