/** Decides which user id a bidder receives in `user.buyeruid` (spec 4.1.5). */
import { isObject, own } from '../../openrtb/merge-patch.ts';
import type { User } from '../../openrtb/user.ts';

/**
 * The id of `name` by the specification's order: the request's own `user.buyeruid` for everyone, then
 * `user.ext.<namespace>.buyeruids[name]` (without regard to case). Undefined: the request knows none, or states one for everyone.
 */
export function chooseBuyeruid(user: User | undefined, name: string, namespace: string): string | undefined {
  if (user === undefined || user.buyeruid) return undefined;
  const svc = own(user.ext, namespace);
  const ids = isObject(svc) ? own(svc, 'buyeruids') : undefined;
  if (!isObject(ids)) return undefined;
  const exact = own(ids, name);
  if (typeof exact === 'string') return exact || undefined;
  const folded = name.toLowerCase();
  const key = Object.keys(ids).find((one) => one.toLowerCase() === folded);
  const id = key === undefined ? undefined : ids[key];
  return typeof id === 'string' && id !== '' ? id : undefined;
}
