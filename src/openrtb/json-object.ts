/** JSON objects whose members are not known: read, built and copied without meeting `Object.prototype` (house, 'Style'). */

/** A JSON object of unknown members. */
export type JsonObject = { readonly [key: string]: unknown };

/** True for a JSON object (not null, not an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object's own member `key`, never one of `Object.prototype`. */
export function own(object: JsonObject | undefined, key: string): unknown {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets one member of an object under construction; `__proto__` becomes an ordinary member. */
export function setOwn(target: { [key: string]: unknown }, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else target[key] = value;
}

/** A copy of `object` without `keys`; the same object when it has none of them. */
export function without<T extends object>(object: T, keys: readonly string[]): T {
  if (!keys.some((key) => Object.hasOwn(object, key))) return object;
  // The copy is built up, because `delete` would leave an object that is slow to copy and serialize.
  const copy: { [key: string]: unknown } = {};
  for (const key of Object.keys(object)) if (!keys.includes(key)) setOwn(copy, key, (object as JsonObject)[key]);
  return copy as T;
}

/** The object; undefined when it has no members. */
export function orNone<T extends object>(object: T): T | undefined {
  return Object.keys(object).length === 0 ? undefined : object;
}
