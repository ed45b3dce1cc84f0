/** Decides whether a request addresses the service by a namespace that it does not use here (spec 2.1; the setting `namespace`). */
import { isObject, own, type JsonObject } from '../../openrtb/json-object.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/**
 * One sentence that names the extensions under the other usual namespace, which are not read here; undefined when there are none. The most
 * common mistake of a first day: Prebid clients at a host that kept the specification's namespace, or the specification's examples at a
 * host that uses Prebid's. Only the first such imp is named.
 */
export function findOtherWord({ ext, user, device, imp = [] }: BidRequest, namespace: string): string | undefined {
  const word = namespace === 'prebid' ? 'svc' : 'prebid';
  const places: string[] = [];
  if (holds(ext, word)) places.push(`ext.${word}`);
  if (holds(user?.ext, word)) places.push(`user.ext.${word}`);
  if (holds(device?.ext, word)) places.push(`device.ext.${word}`);
  const at = imp.findIndex((one) => holds(one.ext, word));
  if (at >= 0) places.push(`imp[${at}].ext.${word}`);
  if (places.length === 0) return undefined;
  const verb = places.length === 1 ? 'is' : 'are';
  return `${places.join(' and ')} ${verb} not read here: use ext.${namespace}, or ask this host to set namespace: ${word}`;
}

function holds(ext: JsonObject | undefined, word: string): boolean {
  return ext !== undefined && isObject(own(ext, word));
}
