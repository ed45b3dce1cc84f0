/** Decides in which unit the screen bounds interstitials: an SDK may say that its size is in pixels (spec 4.1.9; implementation B, InterstitialProcessor). */
import type { Device } from '../../openrtb/device.ts';
import { nodeAt } from '../../openrtb/node-at.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/**
 * The device, its `w` and `h` divided by `pxratio` if `ext.<namespace>.sdk.usepxratio` is true: banners are sized in units that
 * do not depend on a screen's density, and sizes in pixels fit none of them. Else the very device.
 */
export function measureScreen({ device, ext }: BidRequest, namespace: string): Device | undefined {
  const { w, h, pxratio = 0 } = device ?? {};
  if (!(pxratio > 0) || nodeAt(ext, [namespace, 'sdk', 'usepxratio']) !== true) return device;
  return { ...device, ...inUnits('w', w, pxratio), ...inUnits('h', h, pxratio) };
}

/** The side in units, 1 or more; nothing for a side that is not known. */
function inUnits(side: 'w' | 'h', pixels: number | undefined, pxratio: number): Pick<Device, 'w' | 'h'> {
  return pixels === undefined || pixels <= 0 ? {} : { [side]: Math.max(Math.round(pixels / pxratio), 1) };
}
