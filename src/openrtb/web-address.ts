/** Decides which texts are URLs (implementation A 1.5). */

/** The longest page URL that is read. */
const maxLength = 8192;

/** The longest host that is parsed, credentials and port included: names have 253. */
const maxHostLength = 1000;

const beforeHost = /^[^:/?#\\]*:[/\\\t\n\r]*/;
const endOfHost = /[/?#\\]|$/;

/** The URL of a web page in `text`; undefined when it is not http or https, or too long. */
export function webAddress(text: string): URL | undefined {
  if (text === '' || text.length > maxLength) return undefined;
  const url = readUrl(text);
  return url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}

/** The URL in a client's `text`; undefined when it is none, or when its host is too long. */
export function readUrl(text: string): URL | undefined {
  return hostLength(text) > maxHostLength ? undefined : (URL.parse(text) ?? undefined);
}

/**
 * The length of what follows the scheme: to parse a host that is not ASCII takes time that grows with the square of its length. Two
 * patterns, because in one the slashes and tabs before the host could be tried as part of it, each again.
 */
function hostLength(text: string): number {
  return text.replace(beforeHost, '').search(endOfHost);
}
