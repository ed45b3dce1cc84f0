/**
 * Decides how a bidder is spelled in an auction: as the client spells it, because the client recognizes its bids by that name
 * (implementation A 1.7).
 */
import type { Bidder } from '../../adapter/contract.ts';
import { mayName } from '../../openrtb/bidder-names.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { isObject, own, type JsonObject } from '../../openrtb/json-object.ts';

/** Returns the bidder behind a name. */
type Find = (name: string) => Bidder | undefined;

/** Finds bidders as `find` does, each under its own code if any of `imps` spells it so, else under the first other spelling. */
export function keepSpellings(imps: readonly Imp[], namespace: string, find: Find): Find {
  const isCode = (given: string): boolean => (find(given)?.code ?? given) === given;
  if (imps.every((imp) => spellingsIn(imp, namespace).every(isCode))) return find;
  const spelled = new Map<Bidder, Bidder>();
  for (const given of imps.flatMap((imp) => spellingsIn(imp, namespace))) {
    const bidder = find(given);
    if (bidder?.code === given) spelled.set(bidder, bidder);
    else if (bidder !== undefined && !spelled.has(bidder)) spelled.set(bidder, { ...bidder, code: given });
  }
  return (name) => {
    const bidder = find(name);
    return bidder && (spelled.get(bidder) ?? bidder);
  };
}

/** The keys that may name bidders. Those in the deprecated place come last: they do not ask a bidder of the other place again. */
function spellingsIn({ ext }: Imp, namespace: string): string[] {
  if (ext === undefined) return [];
  const svc = own(ext, namespace);
  const named = isObject(svc) ? own(svc, 'bidder') : undefined;
  const deprecated = stated(ext).filter((given) => mayName(given, namespace));
  return isObject(named) ? [...stated(named), ...deprecated] : deprecated;
}

/** The keys of members that are not null, which counts as absent. */
function stated(members: JsonObject): string[] {
  return Object.keys(members).filter((key) => members[key] !== null);
}
