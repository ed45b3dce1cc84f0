/** Decides in which sizes an interstitial is offered (spec 4.1.9; decisions, 'Interstitial'). */
import type { Device } from '../../openrtb/device.ts';
import type { Imp } from '../../openrtb/imp.ts';
import type { Size } from '../../openrtb/banner.ts';
import { interstitialSizes } from '../../openrtb/interstitial-sizes.ts';
import { deviceSvc, type DeviceSvc } from '../../openrtb/svc-parts.ts';
import { mapShared } from '../../openrtb/with-changes.ts';

const mostSizes = 10;

/** The imps, and why some interstitials keep their formats. */
interface RewrittenInterstitials {
  readonly imps: Imp[];
  readonly warnings: string[];
}

/**
 * The imps with `banner.format` of each interstitial replaced by the first ten common sizes within its bounds; the same array
 * when nothing is replaced. The caller has checked that percentages are from 0 to 100; an absent one is 0.
 */
export function rewriteInterstitials(
  imps: Imp[],
  device: Device | undefined,
  namespace: string,
): RewrittenInterstitials {
  const warnings: string[] = [];
  const least = deviceSvc(device, namespace)?.interstitial;
  if (least === undefined) return { imps, warnings };
  const rewritten = mapShared(imps, (imp, index) => {
    if (imp.instl !== 1 || imp.banner === undefined) return imp;
    const most = mostSize(imp.banner.format?.[0], device);
    if (most === undefined) {
      warnings.push(`imp[${index}] is an interstitial of unknown size: give banner.format, or device.w and device.h`);
      return imp;
    }
    const format = sizesWithin(most, least);
    if (format.length > 0) return { ...imp, banner: { ...imp.banner, format } };
    warnings.push(`imp[${index}] is an interstitial that no standard size fits: its formats are kept`);
    return imp;
  });
  return { imps: rewritten, warnings };
}

/** The first format if it is a size other than 1x1, else the device's. */
function mostSize(format: Partial<Size> | undefined, device: Device | undefined): Size | undefined {
  for (const { w = 0, h = 0 } of [format ?? {}, device ?? {}]) {
    if (w > 0 && h > 0 && !(w === 1 && h === 1)) return { w, h };
  }
  return undefined;
}

function sizesWithin(
  most: Size,
  { minwidthperc = 0, minheightperc = 0 }: NonNullable<DeviceSvc['interstitial']>,
): Size[] {
  const format: Size[] = [];
  const least = { w: product(most.w, minwidthperc), h: product(most.h, minheightperc) };
  for (const { w, h } of interstitialSizes) {
    if (w > most.w || h > most.h) continue;
    if (w * 100 < least.w || h * 100 < least.h) continue;
    format.push({ w, h });
    if (format.length === mostSizes) break;
  }
  return format;
}

/** The product as decimals have it (250 × 64.4 is 16100): with a double's rounding error, an inclusive bound would miss its size. */
function product(pixels: number, percent: number): number {
  return Number((pixels * percent).toPrecision(15));
}
