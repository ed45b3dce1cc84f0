/** Decides that the map of all bidders' user ids reaches no bidder (decisions, 'What bidders do not see'). */
import { isObject, orNone, own, without } from '../../openrtb/json-object.ts';
import type { User } from '../../openrtb/user.ts';
import { withChanges } from '../../openrtb/with-changes.ts';

/** The user without `ext.<namespace>.buyeruids`, and without an `ext` left empty; the same user when there is none. */
export function hideBuyeruids(user: User, namespace: string): User {
  const svc = own(user.ext, namespace);
  if (user.ext === undefined || !isObject(svc) || !Object.hasOwn(svc, 'buyeruids')) return user;
  const ext = withChanges(user.ext, { [namespace]: orNone(without(svc, ['buyeruids'])) });
  return withChanges(user, { ext: orNone(ext) });
}
