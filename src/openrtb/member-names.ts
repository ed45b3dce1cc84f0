/** Caches the JSON texts of member names. */

/** Requests use few names. */
const names = new Map<string, string>();
const mostNames = 2000;

/** The name as JSON, with its colon. */
export function named(key: string): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(key)}:`;
  if (names.size < mostNames && key.length < 64) names.set(key, text);
  return text;
}
