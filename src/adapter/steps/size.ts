/** Steps that give banners the size that a bidder reads or refuse those without one, and functions that read sizes (bidders, 'Steps'). */
import type { Banner, Size } from '../../openrtb/banner.ts';
import type { ImpStep } from '../call-steps.ts';
import { wholeAt } from '../json.ts';
import { refuseImp } from '../refusal.ts';

/** Gives a banner without `w` or `h` the size of its first format. */
export function bannerSize(): ImpStep<unknown> {
  return ({ banner }) => {
    const first = banner?.format?.[0];
    if (!banner || !first || (banner.w && banner.h)) return null;
    const { w = 0, h = 0 } = first;
    return { banner: { ...banner, w, h } };
  };
}

/** Refuses a banner that has neither `w` and `h` nor a format. */
export function requireBannerSize(): ImpStep<unknown> {
  return ({ banner, id }) => {
    if (!banner || (banner.w && banner.h) || banner.format?.length) return null;
    return refuseImp(id, 'the banner has no size');
  };
}

/** Gives a banner that has `w` and `h` but no format one format of that size. */
export function bannerFormat(): ImpStep<unknown> {
  return ({ banner }) => {
    if (!banner?.w || !banner.h || banner.format?.length) return null;
    return { banner: { ...banner, format: [{ w: banner.w, h: banner.h }] } };
  };
}

/** Gives a banner the size of its first format, whatever size it has; `bannerSize` leaves a banner that has one. */
export function firstFormat(): ImpStep<unknown> {
  return ({ banner }) => {
    const first = banner?.format?.[0];
    return banner && first ? { banner: { ...banner, w: first.w ?? 0, h: first.h ?? 0 } } : null;
  };
}

/** As `bannerSize`, but also removes that format from the banner's formats. */
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

/** The same sizes as texts: `300x250`. */
export function sizeTexts(banner: Banner | undefined): string[] {
  return bannerSizes(banner).map(({ w, h }) => `${w}x${h}`);
}

/** The size of a bid of a private protocol, in the members named `w` and `h`; one that is no whole number above 0 is left out. */
export function statedSize(one: unknown, w: string, h: string): Partial<Size> {
  const [width, height] = [wholeAt(one, w), wholeAt(one, h)];
  return { ...(width > 0 && { w: width }), ...(height > 0 && { h: height }) };
}
