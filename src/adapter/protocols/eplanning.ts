/** Decides what E-Planning is asked in its private protocol: spaces, each with a name and one size. */
import type { Banner } from '../../openrtb/banner.ts';
import type { Imp } from '../../openrtb/imp.ts';
import type { Video } from '../../openrtb/video.ts';
import type { ShapedImp, SharedRequest } from '../call-steps.ts';

/** What the params of an imp say about its space. */
export interface Params {
  readonly ci: string;
  readonly adunit_code?: string;
}

/** One imp as it is requested; `size` is `WxH`. */
export interface Space {
  readonly name: string;
  readonly impid: string;
  readonly size: string;
  readonly type: 'banner' | 'video';
}

/** What a call requests: 0 banners, 1 videos within other videos, 2 other videos. A call cannot mix them. */
export type Kind = 0 | 1 | 2;

/** An imp with several media types counts as a video. A placement of 1 means within another video (OpenRTB 2.5, list 5.9). */
export function kindOf({ video }: Imp): Kind {
  if (video === undefined) return 0;
  return video.placement === 1 ? 1 : 2;
}

/** The spaces of one call. A video is named after its size and its index. */
export function spacesOf(imps: readonly ShapedImp<Params>[], { device }: SharedRequest): Space[] {
  const preferred = mobileTypes.has(device?.devicetype ?? 0) ? mobileSizes : desktopSizes;
  return imps.map(({ imp: { id: impid = '', video, banner }, params }, at) => {
    const stated = sizeOf(video) ?? sizeOf(banner) ?? preferredSize(banner, preferred);
    if (video === undefined) {
      const size = stated ?? '1x1';
      return { name: spaceName(params.adunit_code ?? '') || size, impid, size, type: 'banner' };
    }
    const size = stated ?? '640x480';
    return { name: `video_${size}_${at}`, impid, size, type: 'video' };
  });
}

/** Phones, tablets, and devices that may be either. */
const mobileTypes: ReadonlySet<number> = new Set([1, 4, 5]);
const mobileSizes = ['300x250', '320x50', '300x50', '1x1'];
const desktopSizes = ['300x250', '728x90', '300x600', '160x600', '970x250', '970x90', '1x1'];

function sizeOf({ w, h }: Banner | Video = {}): string | undefined {
  return w && h ? `${w}x${h}` : undefined;
}

/** The format that the bidder sells best, else the first. */
function preferredSize({ format = [] }: Banner = {}, preferred: readonly string[]): string | undefined {
  const sizes = format.map(sizeOf);
  return preferred.find((size) => sizes.includes(size)) ?? sizes[0];
}

/** An ad unit's code as the name of a space: some marks are removed, others become `_` except at the ends. */
function spaceName(code: string): string {
  const parts = code
    .replaceAll(/[_.\-/+]/g, '')
    .replaceAll(')(', '(')
    .split(/[():]/);
  const first = parts.findIndex((part) => part !== '');
  return parts.slice(Math.max(first, 0), parts.findLastIndex((part) => part !== '') + 1).join('_');
}
