/** Decides what analytics may see of a request whose user stays private (spec 6; issue 3, item 5: no ids, no addresses). */
import type { Device } from '../../openrtb/device.ts';
import { isObject, own, without, type JsonObject } from '../../openrtb/json-object.ts';
import { nodeAt } from '../../openrtb/node-at.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import type { User } from '../../openrtb/user.ts';
import { removal } from '../../privacy/denials.ts';
import { scrubDevice } from '../../privacy/scrub.ts';

/** What the device reveals about its user, besides ids. */
const placesOfDevice = ['ip', 'ipv6', 'geo', 'ext'];

/** The parameters of an AMP page that reveal nothing about its reader. */
const plainAmpParameters = new Set(
  'tag_id account w h ow oh ms slot timeout targeting curl purl debug consent_type gdpr_applies gpp_sid'.split(' '),
);

/** The request without the user (consent stays), without the device's ids, addresses and location, and without users' data in `ext`. */
export function redactRequest(request: BidRequest, namespace: string): BidRequest {
  const { user, device, ext, ...rest } = request;
  return {
    ...rest,
    ...(user !== undefined && { user: redactUser(user) }),
    ...(device !== undefined && { device: redactDevice(device) }),
    ...(ext !== undefined && { ext: redactExt(ext, namespace) }),
  };
}

function redactUser({ consent }: User): User {
  return consent === undefined ? {} : { consent };
}

function redactDevice(device: Device): Device {
  return without(scrubDevice(device, removal.ids), placesOfDevice);
}

function redactExt(ext: NonNullable<BidRequest['ext']>, namespace: string): NonNullable<BidRequest['ext']> {
  const svc = own(ext, namespace);
  if (!isObject(svc)) return ext;
  const kept = without(svc, ['bidderconfig', 'amp']);
  const data = nodeAt(svc, ['amp', 'data']);
  const shown = isObject(data) ? { amp: { data: plainParameters(data) } } : {};
  return { ...ext, [namespace]: { ...kept, ...shown } };
}

function plainParameters(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([name]) => plainAmpParameters.has(name)));
}
