/** Steps that give banners and videos the size a bidder reads (bidders, 'Steps'). */
import type { ImpStep } from '../definition.ts';

/** Gives a banner with formats the size of the first one, whatever `w` and `h` it has. */
export function firstFormat(): ImpStep<unknown> {
  return ({ banner }) => {
    const first = banner?.format?.[0];
    return banner && first ? { banner: { ...banner, w: first.w ?? 0, h: first.h ?? 0 } } : null;
  };
}
