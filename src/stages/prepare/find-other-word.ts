/** Decides whether a request means the service by a word that it does not go by here (spec 2.1; the setting `namespace`). */
import { isObject, own, type JsonObject } from '../../openrtb/merge-patch.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/**
 * One sentence that names the extensions under the other usual word, which are not read here; undefined when there are none. Clients
 * of Prebid that meet a host which has kept the specification's word, or examples of that word at a host of Prebid's, are the
 * commonest fault of a first day. Of imps the first is named.
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
