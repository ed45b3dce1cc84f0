/**
 * Decides the unit in which the screen bounds interstitials: an SDK may state that its size is in pixels
 * (spec 4.1.9; implementation B, InterstitialProcessor).
 */
import type { Device } from '../../openrtb/device.ts';
import { nodeAt } from '../../openrtb/node-at.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/**
 * The device with `w` and `h` divided by `pxratio` if `ext.<namespace>.sdk.usepxratio` is true: banner sizes are in density-independent
 * units, which do not compare with pixels. Otherwise the same device.
 */
export function measureScreen({ device, ext }: BidRequest, namespace: string): Device | undefined {
  const { w, h, pxratio = 0 } = device ?? {};
  if (!(pxratio > 0) || nodeAt(ext, [namespace, 'sdk', 'usepxratio']) !== true) return device;
  return { ...device, ...inUnits('w', w, pxratio), ...inUnits('h', h, pxratio) };
}

/** The side in units, at least 1; nothing for an unknown side. */
function inUnits(side: 'w' | 'h', pixels: number | undefined, pxratio: number): Pick<Device, 'w' | 'h'> {
  return pixels === undefined || pixels <= 0 ? {} : { [side]: Math.max(Math.round(pixels / pxratio), 1) };
}
