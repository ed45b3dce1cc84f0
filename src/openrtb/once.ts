/** Memoizes functions, so that what is made from a shared object stays shared. */

/** A function that calls `make` once per key, or again if it returned undefined. Objects are keyed by identity, and must not change. */
export function once<K, V>(make: (key: K) => V): (key: K) => V {
  return remembering(new Map<K, V>(), make);
}

/** As `once`, for keys that come and go: a result is released with its key. */
export function onceWhileKept<K extends object, V>(make: (key: K) => V): (key: K) => V {
  return remembering(new WeakMap<K, V>(), make);
}

function remembering<K, V>(
  made: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  make: (key: K) => V,
): (key: K) => V {
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
