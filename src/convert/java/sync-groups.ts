/** How a host and an account of Prebid Server Java state the groups of bidders to sync first. */
import type { Around, Conversion, Converted } from '../rule.ts';

/** One group of bidders: a list, or a text with commas. */
export const oneGroup: Conversion = (stated, around): Converted => {
  const group = groupOf(stated.value, around);
  return group.length === 0 ? undefined : { value: [group] };
};

/** Groups of bidders: a list of lists, or of texts with commas. */
export const groups: Conversion = (stated, around): Converted => {
  if (!Array.isArray(stated.value)) return oneGroup(stated, around);
  const all = stated.value.map((item) => groupOf(item, around)).filter((group) => group.length > 0);
  return all.length === 0 ? undefined : { value: all };
};

function groupOf(value: unknown, around: Around): string[] {
  const words: readonly unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',');
  return words.flatMap((word) => (String(word).trim() === '' ? [] : [around.codeOf(String(word).trim())]));
}
