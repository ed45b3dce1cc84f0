/** Decides whether a JSON tree is too deep to be walked and written again: `JSON.stringify` overflows the stack from a few thousand levels. */

/** True when objects and arrays nest in each other for more than `levels` levels. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeper(member, levels - 1));
}
