/** Decides which user id a bidder receives in `user.buyeruid` (spec 4.1.5). */
import { keysByName, type NameOf } from '../../openrtb/bidder-names.ts';
import { isObject, own } from '../../openrtb/merge-patch.ts';
import type { User } from '../../openrtb/user.ts';

/**
 * Gives a bidder's id by the specification's order: the request's own `user.buyeruid` for everyone, then
 * `user.ext.<namespace>.buyeruids[name]` (without regard to case, unless that is another bidder's name), for an alias without one that of
 * its `core` (implementation B 8), as both share ids of the cookie; then `uid`, the cookie's.
 * Undefined: none is known, or the request states one for everyone.
 */
export function chooseBuyeruid(
  user: User | undefined,
  namespace: string,
  nameOf: NameOf,
): (name: string, core: string, uid: string | undefined) => string | undefined {
  if (user?.buyeruid) return () => undefined;
  const svc = own(user?.ext, namespace);
  const given = isObject(svc) ? own(svc, 'buyeruids') : undefined;
  if (!isObject(given)) return (_, __, uid) => uid;
  const folded = new Map<string, unknown>();
  for (const [name, id] of Object.entries(given)) {
    if (nameOf(name) === undefined && !folded.has(name.toLowerCase())) folded.set(name.toLowerCase(), id);
  }
  const keys = keysByName(given, nameOf);
  const idOf = (name: string): string | undefined => {
    const key = keys.get(name);
    const id = key === undefined ? folded.get(name.toLowerCase()) : given[key];
    return typeof id === 'string' && id !== '' ? id : undefined;
  };
  return (name, core, uid) => idOf(name) ?? (core === name ? undefined : idOf(core)) ?? uid;
}
