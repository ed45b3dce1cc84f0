/** Steps that give banners the size that a bidder reads, and functions that read sizes (bidders, 'Steps'). */
import type { Banner, Size } from '../../openrtb/banner.ts';
import type { ImpStep } from '../call-steps.ts';
import { wholeAt } from '../json.ts';

/** Gives a banner the size of its first format, whatever size it has; `bannerSize` (imp.ts) leaves a banner that has one. */
export function firstFormat(): ImpStep<unknown> {
  return ({ banner }) => {
    const first = banner?.format?.[0];
    return banner && first ? { banner: { ...banner, w: first.w ?? 0, h: first.h ?? 0 } } : null;
  };
}

/** As `bannerSize` (imp.ts), but also removes that format from the banner's formats. */
export function takeFirstFormat(): ImpStep<unknown> {
  return ({ banner }) => {
    const [first, ...others] = banner?.format ?? [];
    if (!banner || !first || (banner.w && banner.h)) return null;
    const { format: _, ...rest } = banner;
    return { banner: { ...rest, w: first.w ?? 0, h: first.h ?? 0, ...(others.length > 0 && { format: others }) } };
  };
}

/** The sizes that a banner may have: those of its formats, else its own. Only sizes in pixels count. */
export function bannerSizes({ w, h, format = [] }: Banner = {}): Size[] {
  const stated = format.length > 0 ? format : [{ w, h }];
  return stated.flatMap(({ w = 0, h = 0 }) => (w > 0 && h > 0 ? [{ w, h }] : []));
}

/** The size of a bid of a private protocol, in the members named `w` and `h`; one that is no whole number above 0 is left out. */
export function statedSize(one: unknown, w: string, h: string): Partial<Size> {
  const [width, height] = [wholeAt(one, w), wholeAt(one, h)];
  return { ...(width > 0 && { w: width }), ...(height > 0 && { h: height }) };
}
