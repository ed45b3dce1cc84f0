/** Steps that give banners and videos the size a bidder reads (bidders, 'Steps'). */
import type { ImpStep } from '../definition.ts';

/** Gives a banner with formats the size of the first one, whatever `w` and `h` it has. */
export function firstFormat(): ImpStep<unknown> {
  return ({ banner }) => {
    const first = banner?.format?.[0];
    return banner && first ? { banner: { ...banner, w: first.w ?? 0, h: first.h ?? 0 } } : null;
  };
}

/** Gives a banner without `w` or `h` those of its first format, which it then has no more among its formats. */
export function takeFirstFormat(): ImpStep<unknown> {
  return ({ banner }) => {
    const [first, ...others] = banner?.format ?? [];
    if (!banner || !first || (banner.w && banner.h)) return null;
    const { format: _, ...rest } = banner;
    return { banner: { ...rest, w: first.w ?? 0, h: first.h ?? 0, ...(others.length > 0 && { format: others }) } };
  };
}
