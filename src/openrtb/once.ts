/** Decides that what is made of something is made once, so that what is shared stays shared. */

/** A function that calls `make` at most once for each key. Objects are known by identity, and must not change after. */
export function once<K, V>(make: (key: K) => V): (key: K) => V {
  return remembering(new Map<K, V>(), make);
}

/** As `once`, for keys that come and go: what is made of one goes with it. */
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
