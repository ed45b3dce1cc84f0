/** Decides how a shared value is kept from changing: it is frozen at every depth, so that a bidder's code cannot disturb another bidder. */

/** Marks a list that never changes: `freezeDeep` leaves it alone. */
export const unchangeable = Symbol('unchangeable');

/** Freezes a JSON value and everything in it, in place. A value that is already frozen is assumed to be frozen at every depth. */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value) && (value as { [unchangeable]?: boolean })[unchangeable]) return value;
  Object.freeze(value);
  for (const key of Object.keys(value)) freezeDeep((value as { readonly [key: string]: unknown })[key]);
  return value;
}
