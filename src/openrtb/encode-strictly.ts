/** Encodes for URLs all that has a meaning there (RFC 3986, 2.3). */

/** `text` with all escaped but letters, digits, `-`, `.`, `_` and `~`. Half a surrogate pair, which cannot be encoded, becomes U+FFFD. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
