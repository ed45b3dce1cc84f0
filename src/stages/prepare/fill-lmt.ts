/**
 * Decides `device.lmt` of iOS apps (decisions, 'Implicit fields'; implementation A 1.5):
 * the tracking status of iOS overrides a stated limit.
 */
import type { BidRequest } from '../../openrtb/request.ts';

/** `device.ifa` of a device whose user hides it. */
const zeroIfa = '00000000-0000-0000-0000-000000000000';

/**
 * The request with `device.lmt` from `device.ifa` on iOS 14.0 and 14.1, and from `device.ext.atts` from 14.2 on (0, 1, 2 → 1; 3 → 0),
 * whatever `lmt` said. Returned unchanged if it is not from an iOS app, or if the status is not known.
 */
export function fillLmt(request: BidRequest): BidRequest {
  const device = request.device;
  if (request.app === undefined || device?.os?.toLowerCase() !== 'ios') return request;
  const version = /^(\d{1,4})(?:\.(\d{1,4}))?/.exec(device.osv ?? '');
  const major = Number(version?.[1] ?? 0);
  // A bare 14 may be any 14.x release: nothing is decided, as in both implementations.
  const minor = Number(version?.[2]);
  if (major < 14 || (major === 14 && Number.isNaN(minor))) return request;
  const lmt = major === 14 && minor < 2 ? fromIfa(device.ifa) : fromTracking(device.ext?.atts);
  return lmt === undefined || lmt === device.lmt ? request : { ...request, device: { ...device, lmt } };
}

function fromIfa(ifa: string | undefined): number {
  return !ifa || ifa === zeroIfa ? 1 : 0;
}

function fromTracking(status: unknown): number | undefined {
  if (status === 0 || status === 1 || status === 2) return 1;
  return status === 3 ? 0 : undefined;
}
