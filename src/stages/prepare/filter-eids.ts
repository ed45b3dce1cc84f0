/** Decides which of the user's extended ids a bidder receives (spec 2.2, `eidpermissions`; decisions, 'eids'). */
import { namesIn, type NameOf } from '../../openrtb/bidder-names.ts';
import { once } from '../../openrtb/once.ts';
import type { EidPermission } from '../../openrtb/svc.ts';
import type { EID, User } from '../../openrtb/user.ts';
import { withChanges } from '../../openrtb/with-changes.ts';

/**
 * The user as the bidder called `name` may see it: without the `eids` of each source whose rule names neither it nor `*`; a
 * source without rule is open to all. Users that lose the same ids are the same object. The caller has moved 2.5 places.
 */
export function filterEids(
  permissions: readonly EidPermission[] | undefined,
  nameOf: NameOf,
): (user: User | undefined, name: string) => User | undefined {
  if (permissions === undefined || permissions.length === 0) return (user) => user;
  const rules = new Map(permissions.map(({ source, bidders }) => [source, namesIn(bidders, nameOf)]));
  const isOpen = ({ source }: EID, name: string): boolean => {
    const names = rules.get(source);
    return names === undefined || names.has('*') || names.has(name);
  };
  const variantsOf = once((_: User) => new Map<string, User>());
  return (user, name) => {
    if (user?.eids === undefined) return user;
    const open = user.eids.map((eid) => isOpen(eid, name));
    if (!open.includes(false)) return user;
    const key = open.join();
    const variants = variantsOf(user);
    let variant = variants.get(key);
    if (variant === undefined) {
      const eids = open.includes(true) ? user.eids.filter((_, at) => open[at]) : undefined;
      variants.set(key, (variant = withChanges(user, { eids })));
    }
    return variant;
  };
}
