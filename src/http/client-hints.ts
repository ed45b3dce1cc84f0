/** Decides which of a browser's hints bidders get to see as it sent them (implementation B 9, 'Forwarded'): well-formed ones, of a bounded length. */
import type { Exchange } from './exchange.ts';

/** A text of a structured field (RFC 9651): printable, with quotes and backslashes escaped. */
const text = String.raw`"(?:[ !#-[\]-~]|\\["\\])*"`;
const brand = `${text}(?:; ?[a-z]{1,8}=${text})*`;

/** What each hint may say (RFC 8674; W3C, 'User-Agent Client Hints'). */
const forms: readonly (readonly [name: string, form: RegExp])[] = [
  ['save-data', /^on$/i],
  ['sec-ch-ua', new RegExp(`^${brand}(?:, ?${brand})*$`)],
  ['sec-ch-ua-mobile', /^\?[01]$/],
  ['sec-ch-ua-platform', new RegExp(`^${text}$`)],
];

/** Browsers' own are of two hundred characters at most. */
const longest = 512;

/** Names and values by turns of the hints that a request brings; undefined for none. */
export function clientHints(headers: Pick<Exchange, 'header'>): readonly string[] | undefined {
  const hints: string[] = [];
  for (const [name, form] of forms) {
    const value = headers.header(name);
    if (value !== '' && value.length <= longest && form.test(value)) hints.push(name, value);
  }
  return hints.length === 0 ? undefined : hints;
}
