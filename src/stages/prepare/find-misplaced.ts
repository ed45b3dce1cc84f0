/**
 * Decides where a request whose imps name no bidder has bidders instead, so that its client can fix it
 * (spec 2.2, 4.1.15; decisions, 'Imps').
 */
import type { NameOf } from '../../openrtb/bidder-names.ts';
import { quoted } from '../../openrtb/findings.ts';
import { isObject } from '../../openrtb/json-object.ts';
import { nodeAt } from '../../openrtb/node-at.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/** The most imps that are examined: a mistake in one imp is made in all of them. */
const mostImps = 10;

/**
 * One sentence for the first wrong place in the request that has a member with a bidder's name, and one for the first in an imp. Only for
 * rejected requests: it reads what nothing else reads.
 */
export function findMisplaced(request: BidRequest, namespace: string, nameOf: NameOf): string[] {
  const inService = (...members: string[]): string[][] => members.map((member) => ['ext', namespace, member]);
  const impPlaces = [
    ...inService('bidders', 'params'),
    ['ext', namespace],
    ['ext', 'bidder'],
    [namespace, 'bidder'],
    [],
  ];
  const imps = (request.imp ?? []).slice(0, mostImps);
  const inImps = imps.map((imp, at) => findNamed(imp, impPlaces, nameOf)?.told(`imp[${at}].`));
  const inRequest = findNamed(request, inService('bidder', 'bidders'), nameOf)?.told('');
  return [inRequest, inImps.find((told) => told !== undefined)]
    .filter((told) => told !== undefined)
    .map((told) => `${told}, where bidders are not read: move it to imp[].ext.${namespace}.bidder`);
}

/** The first of the places below `root` that has a member with a bidder's name. */
function findNamed(root: unknown, places: readonly (readonly string[])[], nameOf: NameOf) {
  for (const place of places) {
    const node = nodeAt(root, place);
    const name = isObject(node) ? Object.keys(node).find((key) => nameOf(key) !== undefined) : undefined;
    if (name !== undefined) {
      return {
        told: (prefix: string): string => `${`${prefix}${place.join('.')}`.replace(/\.$/, '')} has ${quoted(name)}`,
      };
    }
  }
  return undefined;
}
