/** Decides the implicit fields of `device` and `regs.ext.gpc` (decisions, 'Implicit fields'; implementation A 1.5). */
import type { Arrival } from '../../auction/messages.ts';
import { isPublicIPv4, isPublicIPv6 } from '../../openrtb/addresses.ts';
import type { Device } from '../../openrtb/device.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/** What the transport knows about the client's device; '' where it knows nothing. */
type DeviceSignals = Pick<Arrival, 'ip' | 'ua' | 'dnt' | 'gpc'>;

/**
 * The request with `device.ip`/`ipv6` (an explicit public address wins, a private or malformed one is cleared, else the
 * client's), `device.ua`, `device.dnt` and `regs.ext.gpc` filled. The given request is not changed.
 */
export function fillDevice(request: BidRequest, signals: DeviceSignals): BidRequest {
  const device = filledDevice(request.device ?? {}, signals);
  const filled = device === undefined ? request : { ...request, device };
  if (signals.gpc !== '1' || (filled.regs?.ext?.gpc ?? '') !== '') return filled;
  return { ...filled, regs: { ...filled.regs, ext: { ...filled.regs?.ext, gpc: '1' } } };
}

function filledDevice(device: Device, signals: DeviceSignals): Device | undefined {
  const changes: { ip?: string; ipv6?: string; ua?: string; dnt?: number } = {};
  const keepIp = device.ip !== undefined && isPublicIPv4(device.ip);
  const keepIpv6 = device.ipv6 !== undefined && isPublicIPv6(device.ipv6);
  if (!keepIp && !keepIpv6) {
    if (isPublicIPv4(signals.ip)) changes.ip = signals.ip;
    else if (isPublicIPv6(signals.ip)) changes.ipv6 = signals.ip;
  }
  if (!device.ua && signals.ua !== '') changes.ua = signals.ua;
  if (device.dnt === undefined && (signals.dnt === '0' || signals.dnt === '1')) changes.dnt = Number(signals.dnt);
  const dropIp = device.ip !== undefined && !keepIp;
  const dropIpv6 = device.ipv6 !== undefined && !keepIpv6;
  if (!dropIp && !dropIpv6 && Object.keys(changes).length === 0) return undefined;
  const { ip, ipv6, ...rest } = device;
  return { ...rest, ...(keepIp && { ip }), ...(keepIpv6 && { ipv6 }), ...changes };
}
