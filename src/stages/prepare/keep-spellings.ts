/** Decides how a bidder is spelled in an auction: as the client does, which knows its bids by the word that it sent (implementation A 1.7). */
import type { Bidder } from '../../adapter/contract.ts';
import { mayName } from '../../openrtb/bidder-names.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { isObject, own, type JsonObject } from '../../openrtb/merge-patch.ts';

/** Gives the bidder behind a name. */
type Find = (name: string) => Bidder | undefined;

/** The bidders behind names, each under its own code if any of `imps` names it so, else under the first other spelling of its code. */
export function keepSpellings(imps: readonly Imp[], namespace: string, find: Find): Find {
  const isOwn = (given: string): boolean => (find(given)?.code ?? given) === given;
  if (imps.every((imp) => namesIn(imp, namespace).every(isOwn))) return find;
  const spelled = new Map<Bidder, Bidder>();
  for (const given of imps.flatMap((imp) => namesIn(imp, namespace))) {
    const bidder = find(given);
    if (bidder?.code === given) spelled.set(bidder, bidder);
    else if (bidder !== undefined && !spelled.has(bidder)) spelled.set(bidder, { ...bidder, code: given });
  }
  return (name) => {
    const bidder = find(name);
    return bidder && (spelled.get(bidder) ?? bidder);
  };
}

/** What may name a bidder: the keys of both places, the deprecated one last, as there a bidder of the other place is not asked again. */
function namesIn({ ext }: Imp, namespace: string): string[] {
  if (ext === undefined) return [];
  const svc = own(ext, namespace);
  const named = isObject(svc) ? own(svc, 'bidder') : undefined;
  const deprecated = stated(ext).filter((given) => mayName(given, namespace));
  return isObject(named) ? [...stated(named), ...deprecated] : deprecated;
}

/** The keys of members that are not null: that is none. */
function stated(members: JsonObject): string[] {
  return Object.keys(members).filter((key) => members[key] !== null);
}
