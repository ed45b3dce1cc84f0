/** Finds members and the ends of strings in JSON texts that nobody has read yet. */

const quote = 0x22;
const backslash = 0x5c;

/** Where the rest of a member's beginning stands behind a quote, such as `adm"` in `"adm":1`; -1 for nowhere. Searched without its quote, of which JSON is full: each would be looked at more closely. */
export function memberAt(text: string, rest: string, from = 0): number {
  let at = text.indexOf(rest, from);
  while (at >= 0 && text.charCodeAt(at - 1) !== quote) at = text.indexOf(rest, at + 1);
  return at;
}

/** Whether the quote at a place of a string belongs to it, by the backslashes before. */
export function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === backslash) start--;
  return (at - start) % 2 === 1;
}
