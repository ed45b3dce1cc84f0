/** Remembers how the names of members are written as JSON. */

/** The names of requests are few. */
const names = new Map<string, string>();
const mostNames = 2000;

/** The name as JSON with its colon. */
export function named(key: string): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(key)}:`;
  if (names.size < mostNames && key.length < 64) names.set(key, text);
  return text;
}
