/** Decides which texts are addresses of web pages (implementation A 1.5). */

/** The longest page address that is read. */
const maxLength = 8192;

/** The address that `text` is; undefined when it is none of http or https, or too long. */
export function webAddress(text: string): URL | undefined {
  if (text === '' || text.length > maxLength) return undefined;
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}
