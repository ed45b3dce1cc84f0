/**
 * Composes what the host's line items are matched against (spec 4.1.13; decisions, 'dealsonly'):
 * nothing for a bidder that has none; what all share is made once.
 */
import type { Bidder } from '../../src/adapter/contract.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import { without } from '../../src/openrtb/json-object.ts';
import { mergePatch } from '../../src/openrtb/merge-patch.ts';
import { onceWhileKept } from '../../src/openrtb/once.ts';
import { withOlderPlaces } from '../../src/openrtb/places.ts';
import { hasLineItem } from '../../src/stages/prepare/match-line-item.ts';
import type { Asking } from './asking.ts';

/** What line items depend on in an auction. */
export type LineItemAsking = Pick<Asking, 'request' | 'imps' | 'lineItems'> & {
  readonly auction: Pick<Asking['auction'], 'namespace' | 'nowMs'>;
};

/** A bidder under its name in the auction. */
interface NamedBidder {
  readonly name: string;
  readonly bidder: Pick<Bidder, 'configured'>;
}

/** Whether the bidder has a line item for the imp at `at`, matched against what it would be offered and what only the service reads. */
export function meetsLineItem(at: number, { name, bidder }: NamedBidder, asking: LineItemAsking): boolean {
  const { lineItems, auction } = asking;
  const items = lineItems?.get(hostName(name, bidder));
  // A request may need this for hundreds of bidders on each of a hundred imps.
  if (items === undefined) return false;
  return hasLineItem(items, { request: olderOf(asking), imp: offeredImp(at, name, asking), nowMs: auction.nowMs });
}

/** The name by which the host knows the bidder: its code, if the client only spells that differently, else the alias. */
function hostName(name: string, { configured }: NamedBidder['bidder']): string {
  return name.toLowerCase() === configured.toLowerCase() ? configured : name;
}

function offeredImp(at: number, name: string, asking: LineItemAsking): Imp {
  const { imp, patches } = asking.imps[at]!;
  const isSame = ({ id }: Imp): boolean => id === imp.id;
  const patch = patches.get(name);
  if (patch === undefined) return olderOf(asking).imp?.find(isSame) ?? imp;
  const merged = mergePatch(asking.request.imp?.find(isSame) ?? imp, without(patch, ['id'])) as Imp;
  return withOlderPlaces({ imp: [merged] }, asking.auction.namespace).imp?.[0] ?? merged;
}

/** The auction's request with its values in both of their places, made once. */
const olderOf = onceWhileKept(({ request, auction }: LineItemAsking) => withOlderPlaces(request, auction.namespace));
