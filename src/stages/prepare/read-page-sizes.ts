/** Decides which sizes the banner of an AMP page or a GET auction has (implementation A 6, AMP; decisions, 'AMP'). */
import type { Banner } from '../../openrtb/banner.ts';

type Formats = NonNullable<Banner['format']>;

/** More sizes than any page asks for. */
const mostSizes = 50;

/**
 * The formats that the page's parameters ask for in place of `stored`: `ow` or `w` by `oh` or `h` first, then those of `ms`. A width or
 * height alone is applied to the stored formats, except to ratios. Undefined when they ask for none. Values that are not positive numbers
 * are ignored.
 */
export function readPageSizes(data: ReadonlyMap<string, string>, stored: Formats): Formats | undefined {
  const w = lengthOf(data.get('ow')) || lengthOf(data.get('w'));
  const h = lengthOf(data.get('oh')) || lengthOf(data.get('h'));
  const several = readMultisize(data.get('ms') ?? '');
  if (w > 0 && h > 0) return [{ w, h }, ...several.filter((size) => size.w !== w || size.h !== h)];
  if (several.length > 0) return several;
  if ((w === 0 && h === 0) || stored.length === 0) return undefined;
  return stored.map((format) => (format.w || format.h ? { ...format, ...(w > 0 ? { w } : { h }) } : format));
}

/** `300x250,320x50`; one wrong size invalidates the list, because nobody knows what was meant. */
function readMultisize(text: string): { w: number; h: number }[] {
  if (text === '') return [];
  const sizes = text.split(',', mostSizes).map((entry) => {
    const [w, h, ...rest] = entry.trim().toLowerCase().split('x');
    return rest.length > 0 ? { w: 0, h: 0 } : { w: lengthOf(w), h: lengthOf(h) };
  });
  return sizes.every(({ w, h }) => w > 0 && h > 0) ? sizes : [];
}

/** A length in pixels, 0 for anything else. */
function lengthOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
}
