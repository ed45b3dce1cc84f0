/** Compares JSON with an expectation that may hold wildcards (test/auction/README.md). */

/** How strictly objects are compared: `include` lets them have more members than expected. */
export type Strictness = 'exact' | 'include';

const wildcards = new Map<string, (value: unknown) => boolean>(
  Object.entries({
    '<any>': (value) => value !== undefined,
    '<number>': (value) => typeof value === 'number',
    '<absent>': (value) => value === undefined,
  }),
);

/** The patterns of wildcards that are a text or a part of one. */
const parts = new Map([
  ['<number>', '-?\\d+(?:\\.\\d+)?'],
  ['<string>', '.*'],
  ['<uuid>', '[\\da-f]{8}-[\\da-f]{4}-4[\\da-f]{3}-[89ab][\\da-f]{3}-[\\da-f]{12}'],
]);

/** Every difference between `found` and `expected`, each with its path; none when they match. */
export function differences(found: unknown, expected: unknown, strictness: Strictness, path = ''): string[] {
  const wildcard = typeof expected === 'string' ? wildcards.get(expected) : undefined;
  if (wildcard !== undefined) {
    return wildcard(found) ? [] : [`${path}: expected ${show(expected)}, found ${show(found)}`];
  }
  if (typeof expected !== 'object' || expected === null || typeof found !== 'object' || found === null) {
    const isSame = Object.is(found, expected) || (typeof expected === 'string' && isLike(found, expected));
    return isSame ? [] : [`${path}: expected ${show(expected)}, found ${show(found)}`];
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

/** Whether `found` is a text like `expected`, which may hold wildcards. */
function isLike(found: unknown, expected: string): boolean {
  const pieces = expected.split(/(<(?:number|string|uuid)>)/);
  const source = pieces.map((piece) => parts.get(piece) ?? piece.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return typeof found === 'string' && new RegExp(`^${source.join('')}$`, 's').test(found);
}

function member(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as { [key: string]: unknown })[key] : undefined;
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 300);
}
