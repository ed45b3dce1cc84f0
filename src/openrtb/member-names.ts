/** Caches the JSON texts of member names: requests use few. */

const names = new Map<string, string>();
const mostNames = 2000;
const longestName = 63;

/** The name as JSON, with its colon. */
export function named(key: string): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(key)}:`;
  if (names.size < mostNames && key.length <= longestName) names.set(key, text);
  return text;
}
