/** Conversions that both old servers need. */
import type { Conversion, Converted } from './rule.ts';

/** A number, also as a word. */
export const number: Conversion = ({ value, text }) => {
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(text.trim())) return { value: Number(text) };
  return { value };
};

/** A number that is `factor` times as large in Gavel's unit, rounded. */
export function times(factor: number): Conversion {
  return (stated, around) => {
    const made = number(stated, around);
    return typeof made?.value === 'number' ? { value: Math.round(made.value * factor) } : made;
  };
}

/** As `convert`, but for `values` nothing is put: Gavel does the same unstated, or `tell` says what holds. */
export function butNot(values: readonly unknown[], convert: Conversion, tell?: string): Conversion {
  return (stated, around) => {
    const made = convert(stated, around);
    if (made === undefined || !values.includes(made.value)) return made;
    return tell === undefined ? undefined : { tell };
  };
}

/** A text as it is spelled. */
export const text: Conversion = ({ value, text }) => ({ value: typeof value === 'object' ? value : text });

/** A list of texts; one text with commas is several, empty ones are nobody's. */
export const texts: Conversion = ({ value, text }) => {
  const items: unknown = Array.isArray(value) ? value : typeof value === 'object' ? value : text.split(',');
  if (!Array.isArray(items)) return { value };
  const words = items.map((item) => (typeof item === 'object' ? item : String(item).trim()));
  return { value: words.filter((word) => word !== '') };
};

/** A list of numbers; a text with commas is one. */
export const numbers: Conversion = (stated, around) => {
  const made = texts(stated, around);
  return Array.isArray(made?.value) ? { value: made.value.map(Number) } : made;
};

/** A list of bidders by Gavel's codes. */
export const codes: Conversion = (stated, around) => {
  const made = texts(stated, around);
  return Array.isArray(made?.value)
    ? { value: made.value.map((name: unknown) => (typeof name === 'string' ? around.codeOf(name) : name)) }
    : made;
};

/** A map by bidder, with Gavel's codes, and each value as `convert` has it. */
export function byBidder(convert: (value: unknown) => unknown): Conversion {
  return ({ value }, { codeOf }) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value };
    return { value: Object.fromEntries(Object.entries(value).map(([name, one]) => [codeOf(name), convert(one)])) };
  };
}

/** Gavel's word for each of the old server's, in any case. */
export function words(table: Readonly<Record<string, unknown>>): Conversion {
  return ({ text }): Converted => {
    const word = text.toLowerCase();
    if (Object.hasOwn(table, word)) return { value: table[word] };
    return { tell: `must be ${Object.keys(table).join(' or ')}: correct it` };
  };
}

/** What becomes of a bid that a check of creatives finds wrong: the words of all three servers. */
export const checkModes = words({ skip: 'skip', warn: 'warn', enforce: 'enforce' });

/** The end of its price bucket that a bid gets: the words of all three, too. */
export const roundings = words({ down: 'down', up: 'up', true: 'true', timesplit: 'timesplit' });
