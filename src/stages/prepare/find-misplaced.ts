/** Decides where a request whose imps name no bidder has them instead, for its client to mend (spec 2.2, 4.1.15; decisions, 'Imps'). */
import type { NameOf } from '../../openrtb/bidder-names.ts';
import { quoted } from '../../openrtb/findings.ts';
import { isObject } from '../../openrtb/merge-patch.ts';
import { nodeAt } from '../../openrtb/node-at.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/** Looks no further than this: what is wrong with one imp is wrong with all. */
const mostImps = 10;

/**
 * One sentence for the first wrong place of an imp that has a member with the name of a bidder here, and one for that of the request.
 * Only for requests that are refused: it looks at what nobody else reads.
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
    .map((told) => `${told}, where no bidder is read: move it to imp[].ext.${namespace}.bidder`);
}

/** The first member, at one of the places below `root`, that has the name of a bidder. */
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
