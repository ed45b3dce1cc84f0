/** Decides whether a JSON tree is too deep to be walked and written again: `JSON.stringify` of Node 22 overflows the stack from a few thousand levels. */

import type { JsonObject } from './merge-patch.ts';

/** Levels that JSON of others may have. */
export const maxDepth = 512;

/** True when objects and arrays nest in each other for more than `levels` levels. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeper((value as JsonObject)[key], levels - 1)) return true;
  return false;
}
