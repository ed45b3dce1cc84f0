/** Decides how a shared value is kept from changing: frozen through and through, so that a bidder's code cannot disturb another bidder. */

/** A member that says of a list that it never changes: it is left as it is. */
export const unchangeable = Symbol('unchangeable');

/** Freezes a JSON value with all it holds, in place. What is frozen already is taken as frozen throughout. */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value) && (value as { [unchangeable]?: boolean })[unchangeable]) return value;
  Object.freeze(value);
  for (const key of Object.keys(value)) freezeDeep((value as { readonly [key: string]: unknown })[key]);
  return value;
}
