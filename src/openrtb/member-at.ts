/** Finds members in JSON texts that nobody has read yet. */

const quote = 0x22;

/** Where the rest of a member's beginning stands behind a quote, such as `adm"` in `"adm":1`; -1 for nowhere. Searched without its quote, of which JSON is full: each would be looked at more closely. */
export function memberAt(text: string, rest: string, from = 0): number {
  let at = text.indexOf(rest, from);
  while (at >= 0 && text.charCodeAt(at - 1) !== quote) at = text.indexOf(rest, at + 1);
  return at;
}
