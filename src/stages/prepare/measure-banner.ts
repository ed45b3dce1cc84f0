/**
 * Decides how large a banner an imp takes (OpenRTB 2.6 sections 3.2.6 and 3.2.10; implementation B 9):
 * as wide as its widest size, as high as its highest.
 */
import type { Banner, Size } from '../../openrtb/banner.ts';

/** The largest width and height of a banner's sizes; undefined where it has none, or a format of flexible size. */
export function measureBanner(banner: Banner | undefined): Size | undefined {
  if (banner === undefined) return undefined;
  const { format = [] } = banner;
  let w = banner.w ?? 0;
  let h = banner.h ?? 0;
  for (const size of format) {
    if (!size.w || !size.h) return undefined;
    w = Math.max(w, size.w);
    h = Math.max(h, size.h);
  }
  return w > 0 && h > 0 ? { w, h } : undefined;
}
