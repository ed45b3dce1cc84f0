/** Decides which user id a bidder receives in `user.buyeruid` (spec 4.1.5). */
import type { Bidder } from '../../adapter/contract.ts';
import { keysByName, type NameOf } from '../../openrtb/bidder-names.ts';
import { isObject } from '../../openrtb/json-object.ts';
import { userSvc } from '../../openrtb/svc-parts.ts';
import type { User } from '../../openrtb/user.ts';

/** The bidders behind a name: the configured one, and the one whose adapter it uses. */
type Behind = Pick<Bidder, 'configured' | 'core'>;

/** `uid` is the id from the cookie. */
type BuyeruidOf = (name: string, behind: Behind, uid: string | undefined) => string | undefined;

const none: BuyeruidOf = () => undefined;
const fromCookie: BuyeruidOf = (_, __, uid) => uid;

/**
 * Returns a bidder's id in the specification's order: the request's own `user.buyeruid` for everyone; then
 * `user.ext.<namespace>.buyeruids[name]` (in any case, unless the key is another bidder's name), or else that of a bidder behind the name
 * (implementation B 8); then the cookie's. Undefined: no id is known, or the request states one for everyone.
 */
export function chooseBuyeruid(user: User | undefined, namespace: string, nameOf: NameOf): BuyeruidOf {
  if (user?.buyeruid) return none;
  const given = userSvc(user, namespace)?.buyeruids;
  if (!isObject(given)) return fromCookie;
  const folded = new Map<string, unknown>();
  for (const [name, id] of Object.entries(given)) {
    if (nameOf(name) === undefined && !folded.has(name.toLowerCase())) folded.set(name.toLowerCase(), id);
  }
  const keys = keysByName(given, nameOf);
  const idOf = (name: string): string | undefined => {
    // Imps may spell the bidder behind an alias in another case than its code, and `keys` has it as they do.
    const key = keys.get(nameOf(name) ?? name);
    const id = key === undefined ? folded.get(name.toLowerCase()) : given[key];
    return typeof id === 'string' && id !== '' ? id : undefined;
  };
  return (name, { configured, core }, uid) => idOf(name) ?? idOf(configured) ?? idOf(core) ?? uid;
}
