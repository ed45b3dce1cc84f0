/**
 * Decides which of a browser's client hints are forwarded to bidders unchanged (implementation B 9, 'Forwarded'): well-formed ones of
 * bounded length.
 */
import type { Exchange } from './exchange.ts';

/** A string in a structured field (RFC 9651): printable, with quotes and backslashes escaped. */
const text = String.raw`"(?:[ !#-[\]-~]|\\["\\])*"`;
const brand = `${text}(?:; ?[a-z]{1,8}=${text})*`;

/** The syntax of each hint (RFC 8674; W3C, 'User-Agent Client Hints'). */
const forms: readonly (readonly [name: string, form: RegExp])[] = [
  ['save-data', /^on$/i],
  ['sec-ch-ua', new RegExp(`^${brand}(?:, ?${brand})*$`)],
  ['sec-ch-ua-mobile', /^\?[01]$/],
  ['sec-ch-ua-platform', new RegExp(`^${text}$`)],
];

/** The longest value that is forwarded; those of real browsers have two hundred characters at most. */
const maxLength = 512;

/** Alternating names and values of the hints in a request; undefined for none. */
export function clientHints(headers: Pick<Exchange, 'header'>): readonly string[] | undefined {
  const hints: string[] = [];
  for (const [name, form] of forms) {
    const value = headers.header(name);
    if (value !== '' && value.length <= maxLength && form.test(value)) hints.push(name, value);
  }
  return hints.length === 0 ? undefined : hints;
}
