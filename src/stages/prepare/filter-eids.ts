/** Decides which of the user's extended ids a bidder receives (spec 2.2, `eidpermissions`; decisions, 'eids'). */
import { isNamed, type NameOf } from '../../openrtb/bidder-names.ts';
import type { EidPermission } from '../../openrtb/svc.ts';
import type { User } from '../../openrtb/user.ts';

/**
 * The user as the bidder called `name` may see it: without the `eids` of each source whose rule names neither it nor `*`; a
 * source without rule is open to all. Users that lose the same sources are the same object. The caller has moved 2.5 places.
 */
export function filterEids(
  permissions: readonly EidPermission[] | undefined,
  nameOf: NameOf,
): (user: User | undefined, name: string) => User | undefined {
  if (permissions === undefined || permissions.length === 0) return (user) => user;
  const made = new Map<User, Map<string, User>>();
  return (user, name) => {
    if (user?.eids === undefined) return user;
    const closed = new Set<string | undefined>();
    for (const { source, bidders } of permissions) {
      if (!bidders?.includes('*') && !isNamed(bidders, name, nameOf)) closed.add(source);
    }
    const eids = user.eids.filter(({ source }) => !closed.has(source));
    if (eids.length === user.eids.length) return user;
    const key = JSON.stringify([...closed]);
    let variants = made.get(user);
    if (variants === undefined) made.set(user, (variants = new Map()));
    let variant = variants.get(key);
    if (variant === undefined) variants.set(key, (variant = withEids(user, eids)));
    return variant;
  };
}

function withEids(user: User, eids: NonNullable<User['eids']>): User {
  if (eids.length > 0) return { ...user, eids };
  const { eids: _, ...rest } = user;
  return rest;
}
