/** Decides that the map of all bidders' user ids reaches no bidder (decisions, 'What bidders do not see'). */
import { isObject, own, without } from '../../openrtb/merge-patch.ts';
import type { User } from '../../openrtb/user.ts';

/** The user without `ext.<namespace>.buyeruids`, and without an `ext` that nothing is left in; the same user when there is none. */
export function hideBuyeruids(user: User, namespace: string): User {
  const svc = own(user.ext, namespace);
  if (user.ext === undefined || !isObject(svc) || !Object.hasOwn(svc, 'buyeruids')) return user;
  const left = without(svc, ['buyeruids']);
  const ext = Object.keys(left).length === 0 ? without(user.ext, [namespace]) : { ...user.ext, [namespace]: left };
  return Object.keys(ext).length === 0 ? without(user, ['ext']) : { ...user, ext };
}
