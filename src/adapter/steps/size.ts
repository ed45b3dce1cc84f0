/** Steps that give banners and videos the size a bidder reads, and what private protocols are told of it (bidders, 'Steps'). */
import type { Banner } from '../../openrtb/banner.ts';
import type { ImpStep } from '../call-steps.ts';
import { wholeAt } from '../json.ts';

/** Gives a banner with formats the size of the first one, whatever `w` and `h` it has; `bannerSize` (imp.ts) only one that lacks them. */
export function firstFormat(): ImpStep<unknown> {
  return ({ banner }) => {
    const first = banner?.format?.[0];
    return banner && first ? { banner: { ...banner, w: first.w ?? 0, h: first.h ?? 0 } } : null;
  };
}

/** As `bannerSize` (imp.ts), but the format whose size a banner was given is no more among its formats. */
export function takeFirstFormat(): ImpStep<unknown> {
  return ({ banner }) => {
    const [first, ...others] = banner?.format ?? [];
    if (!banner || !first || (banner.w && banner.h)) return null;
    const { format: _, ...rest } = banner;
    return { banner: { ...rest, w: first.w ?? 0, h: first.h ?? 0, ...(others.length > 0 && { format: others }) } };
  };
}

/** A width and a height in pixels, both above 0. */
export interface Size {
  readonly w: number;
  readonly h: number;
}

/** The sizes that a banner may have: those of its formats, or else its own; none when it states none in pixels. */
export function bannerSizes({ w, h, format = [] }: Banner = {}): Size[] {
  const stated = format.length > 0 ? format : [{ w, h }];
  return stated.flatMap(({ w = 0, h = 0 }) => (w > 0 && h > 0 ? [{ w, h }] : []));
}

/** The size that a bid of a private form states at these members; one that is no whole number above 0 is left out. */
export function statedSize(one: unknown, w: string, h: string): Partial<Size> {
  const [width, height] = [wholeAt(one, w), wholeAt(one, h)];
  return { ...(width > 0 && { w: width }), ...(height > 0 && { h: height }) };
}
