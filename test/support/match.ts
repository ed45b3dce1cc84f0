/** Compares JSON with an expectation that may hold wildcards (test/auction/README.md). */

/** How strictly objects are compared: `include` lets them have more members than expected. */
export type Strictness = 'exact' | 'include';

const wildcards = new Map<string, (value: unknown) => boolean>(
  Object.entries({
    '<any>': (value) => value !== undefined,
    '<number>': (value) => typeof value === 'number',
    '<string>': (value) => typeof value === 'string',
    '<uuid>': (value) => /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(String(value)),
    '<absent>': (value) => value === undefined,
  }),
);

/** Every difference between `found` and `expected`, each with its path; none when they match. */
export function differences(found: unknown, expected: unknown, strictness: Strictness, path = ''): string[] {
  const wildcard = typeof expected === 'string' ? wildcards.get(expected) : undefined;
  if (wildcard !== undefined) {
    return wildcard(found) ? [] : [`${path}: expected ${show(expected)}, found ${show(found)}`];
  }
  if (typeof expected !== 'object' || expected === null || typeof found !== 'object' || found === null) {
    return Object.is(found, expected) ? [] : [`${path}: expected ${show(expected)}, found ${show(found)}`];
  }
  if (Array.isArray(expected) !== Array.isArray(found))
    return [`${path}: expected ${show(expected)}, found ${show(found)}`];
  if (Array.isArray(expected) && expected.length !== (found as unknown[]).length) {
    return [`${path}: expected ${expected.length} entries, found ${(found as unknown[]).length}: ${show(found)}`];
  }
  const keys = new Set(Object.keys(expected));
  if (strictness === 'exact') for (const key of Object.keys(found)) keys.add(key);
  return [...keys].flatMap((key) =>
    differences(member(found, key), member(expected, key), strictness, `${path}/${key}`),
  );
}

function member(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as { [key: string]: unknown })[key] : undefined;
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 300);
}
