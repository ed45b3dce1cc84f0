/**
 * Decides how a reply's JSON is read: long integers keep their digits, and a `price` of very many digits stays on the right side of every
 * shorter decimal.
 */
import { numberOfText } from '../money/long-number.ts';
import { parseJson, type Reviver } from '../openrtb/long-integers.ts';
import { memberAt } from '../openrtb/member-at.ts';
import { cutMarkup, restoreMarkup } from '../openrtb/written-markup.ts';

/** A number of at most so many characters is exact: it prints as the same decimal. */
const exactLength = 16;

/** The JSON value of a reply's text; undefined if it is no JSON. */
export function parsedReply(text: string): unknown {
  try {
    return parseJson(text, hasLongPrice(text) ? exactPrices : undefined);
  } catch {
    return undefined;
  }
}

const exactPrices: Reviver = (key, value, { source = '' }) => {
  if (key !== 'price' || typeof value !== 'number') return value;
  return source.length <= exactLength ? value : numberOfText(source, value);
};

/** As `parsedReply`, for a reply in OpenRTB's form: its bids remember how their markup was written. */
export function parsedOpenrtb(text: string): unknown {
  const cut = cutMarkup(text);
  if (cut === undefined) return parsedReply(text);
  const reply = parsedReply(cut.text);
  try {
    return restoreMarkup(reply, cut.literals) ? reply : parsedReply(text);
  } catch {
    return undefined;
  }
}

/** True if a member `price` has a number of more than `exactLength` characters. */
function hasLongPrice(text: string): boolean {
  for (let at = memberAt(text, 'price"'); at >= 0; at = memberAt(text, 'price"', at + 6)) {
    let start = at + 6;
    while (isGap(text.charCodeAt(start))) start++;
    let end = start;
    while (isOfNumber(text.charCodeAt(end))) end++;
    if (end - start > exactLength) return true;
  }
  return false;
}

/** JSON white space, or a colon. */
function isGap(code: number): boolean {
  return code === 0x20 || code === 0x3a || code === 0x09 || code === 0x0a || code === 0x0d;
}

/** A digit, or one of `+-.Ee`. */
function isOfNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x2d || code === 0x2b || (code | 0x20) === 0x65;
}
