/** Decides which user id a bidder receives in `user.buyeruid` (spec 4.1.5). */
import { isObject, own } from '../../openrtb/merge-patch.ts';
import type { User } from '../../openrtb/user.ts';

/** What else is known: the extension word, and the id that the browser's cookie has for the bidder. */
export interface KnownIds {
  readonly namespace: string;
  readonly uid: string | undefined;
}

/**
 * The id of `name` by the specification's order: the request's own `user.buyeruid` for everyone, then
 * `user.ext.<namespace>.buyeruids[name]` (without regard to case), then the cookie's. Undefined: none is known, or the request
 * states one for everyone.
 */
export function chooseBuyeruid(user: User | undefined, name: string, { namespace, uid }: KnownIds): string | undefined {
  if (user?.buyeruid) return undefined;
  return statedId(user, name, namespace) ?? uid;
}

function statedId(user: User | undefined, name: string, namespace: string): string | undefined {
  const svc = own(user?.ext, namespace);
  const ids = isObject(svc) ? own(svc, 'buyeruids') : undefined;
  if (!isObject(ids)) return undefined;
  const exact = own(ids, name);
  if (typeof exact === 'string') return exact || undefined;
  const folded = name.toLowerCase();
  const key = Object.keys(ids).find((one) => one.toLowerCase() === folded);
  const id = key === undefined ? undefined : ids[key];
  return typeof id === 'string' && id !== '' ? id : undefined;
}
