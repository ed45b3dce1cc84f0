/** Decides which parameters of an AMP page are reported as ignored, because they cannot be read (decisions, 'AMP'). */

/** A width and a height of up to five digits, neither of them 0. */
const size = String.raw`\s*(?!0+\s*x)\d{1,5}\s*x\s*(?!0+(?!\d))\d{1,5}\s*`;

/** The readable form of each parameter, and its description. 0 is neither a length nor a time, but clients send it on purpose. */
const forms: readonly (readonly [name: string, form: RegExp, words: string])[] = [
  ...['ow', 'oh', 'w', 'h'].map((name) => [name, /^\d{1,5}$/, 'whole number of pixels'] as const),
  ['ms', new RegExp(`^${size}(?:,${size})*$`, 'i'), 'list of sizes such as 300x250,320x50'],
  ['timeout', /^\d{1,15}$/, 'whole number of milliseconds'],
  ['debug', /^(?:0|1|false)$/i, 'flag, 1 or 0'],
];

/** One sentence for each parameter with an unreadable value; a blank value counts as absent. */
export function doubtAmp(data: ReadonlyMap<string, string>): string[] {
  return forms.flatMap(([name, form, words]) => {
    const text = (data.get(name) ?? '').trim();
    return text === '' || form.test(text) ? [] : [`${name} is not a ${words}: ignored`];
  });
}
