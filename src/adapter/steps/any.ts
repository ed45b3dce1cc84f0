/** Steps that fit imps, bodies and bids alike (bidders, 'Steps'). */
import type { Changes } from '../../openrtb/with-changes.ts';

/** Sets members to constants; `undefined` removes one. */
export function set<Members extends object>(members: Members): () => Members {
  return () => members;
}

/** Changes the object in the member `name`; an absent one stays absent. */
export function within<T, K extends keyof T & string, C>(
  name: K,
  change: (member: NonNullable<T[K]>, c: C, whole: T) => Changes<NonNullable<T[K]>> | null,
): (value: T, c: C) => Changes<T> | null {
  return (value, c) => {
    const old = value[name] ?? undefined;
    if (old === undefined) return null;
    const changes = change(old, c, value);
    return changes === null ? null : ({ [name]: { ...old, ...changes } } as unknown as Changes<T>);
  };
}
