/** Decides which texts are URLs of web pages (implementation A 1.5). */

/** The longest page URL that is read. */
const maxLength = 8192;

/** The URL in `text`; undefined when it is not http or https, or too long. */
export function webAddress(text: string): URL | undefined {
  if (text === '' || text.length > maxLength) return undefined;
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}
