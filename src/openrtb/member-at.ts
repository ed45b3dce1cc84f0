/** Finds members and the ends of strings in unparsed JSON texts. */

const quote = 0x22;
const backslash = 0x5c;

/**
 * The index at which `rest` follows a quote: the start of a member, such as `adm"` for `"adm":1`; -1 for none. The search leaves out the
 * quote because JSON is full of quotes, and each would have to be examined.
 */
export function memberAt(text: string, rest: string, from = 0): number {
  let at = text.indexOf(rest, from);
  while (at >= 0 && text.charCodeAt(at - 1) !== quote) at = text.indexOf(rest, at + 1);
  return at;
}

/** Whether the quote at `at` is escaped, so that it does not end its string. */
export function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === backslash) start--;
  return (at - start) % 2 === 1;
}
