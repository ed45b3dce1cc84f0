/** Percent-encodes every character that may have a meaning in URLs (RFC 3986, 2.3). */

/** `text` with everything escaped but letters, digits, `-`, `.`, `_` and `~`. A lone surrogate, which cannot be encoded, becomes U+FFFD. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
