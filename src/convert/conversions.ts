/** Conversions, and notes about single values, that both old servers need. */
import type { Conversion, Converted, JointTurn, Stated } from './rule.ts';

/** A number, which may be written as a string. */
export const number: Conversion = ({ value, text }) => {
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(text.trim())) return { value: Number(text) };
  return { value };
};

/** A number times `factor`, in Gavel's unit, rounded. */
export function times(factor: number): Conversion {
  return (stated, around) => {
    const made = number(stated, around);
    return typeof made?.value === 'number' ? { value: Math.round(made.value * factor) } : made;
  };
}

/** As `convert`, but nothing is put for `values`: Gavel does the same by default, or `tell` says what happens instead. */
export function butNot(values: readonly unknown[], convert: Conversion, tell?: string): Conversion {
  return (stated, around) => {
    const made = convert(stated, around);
    if (made === undefined || !values.includes(made.value)) return made;
    return tell === undefined ? undefined : { tell };
  };
}

/** A text as spelled in the file. */
export const text: Conversion = ({ value, text }) => ({ value: typeof value === 'object' ? value : text });

/** A list of texts. A text with commas counts as a list; empty items are dropped. */
export const texts: Conversion = ({ value, text }) => {
  const items: unknown = Array.isArray(value) ? value : typeof value === 'object' ? value : text.split(',');
  if (!Array.isArray(items)) return { value };
  const words = items.map((item) => (typeof item === 'object' ? item : String(item).trim()));
  return { value: words.filter((word) => word !== '') };
};

/** A list of numbers. A text with commas counts as a list. */
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

/** A map by bidder, with Gavel's codes as keys and each value passed through `convert`. */
export function byBidder(convert: (value: unknown) => unknown): Conversion {
  return ({ value }, { codeOf }) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value };
    return { value: Object.fromEntries(Object.entries(value).map(([name, one]) => [codeOf(name), convert(one)])) };
  };
}

/** Gavel's word for each word of the old server, in any case. */
export function words(table: Readonly<Record<string, unknown>>): Conversion {
  return ({ text }): Converted => {
    const word = text.toLowerCase();
    if (Object.hasOwn(table, word)) return { value: table[word] };
    return { tell: `must be ${Object.keys(table).join(' or ')}: correct it` };
  };
}

/** What happens to a bid whose creative fails a check: all three servers use the same words. */
export const checkModes = words({ skip: 'skip', warn: 'warn', enforce: 'enforce' });

/** The end of its price bucket to which a price is rounded: all three servers use the same words. */
export const roundings = words({ down: 'down', up: 'up', true: 'true', timesplit: 'timesplit' });

/** The note about a folder without which Gavel does not start. */
export const relativeFolder =
  "converted, but a relative path starts at Gavel's working directory: copy the folder there, or write its full path at categories.dir";

/** The note about a value that must be true or false. */
export const notFlag = 'must be true or false: correct it';

/** How an old server's settings of true or false are read. */
interface Flags {
  /** True or false; anything else stays as it is, so that the schema refuses it. */
  readonly flag: Conversion;
  /** True for a value that is true or false. */
  readonly isFlag: (stated: Stated) => boolean;
  /** True or false at `path` of a joint rule; undefined if it is not stated, or neither, which is noted. */
  readonly flagAt: (turn: JointTurn, path: string) => boolean | undefined;
}

/** Reads such settings with `isOn`, which gives undefined for what is neither. */
export function flagsBy(isOn: (stated: Stated | undefined) => boolean | undefined): Flags {
  return {
    flag: (stated) => ({ value: isOn(stated) ?? stated.value }),
    isFlag: (stated) => isOn(stated) !== undefined,
    flagAt: ({ stated, tell }, path) => {
      const found = stated(path);
      const value = isOn(found);
      if (found !== undefined && value === undefined) tell(path, notFlag);
      return value;
    },
  };
}

/** The host name in `url`; '' if there is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/** The note about floors that an account fetches from a provider that the host does not admit. */
export function notAdmitted(url: string): string {
  return `is not fetched until you add ${hostOf(url) || 'its host'} to priceFloors.providerHosts of the host`;
}
