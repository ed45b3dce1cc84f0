/**
 * Numbers and words as a page shows them.
 */

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Text that HTML and SVG show as it is. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities.get(character)!);
}

/** A number with three digits that matter, thousands apart. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const digits = size >= 100 || value === 0 ? 0 : size >= 10 ? 1 : 2;
  const [whole = '', part] = value.toFixed(digits).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '\u202f');
  const end = part?.replace(/0+$/, '') ?? '';
  return end === '' ? grouped : `${grouped}.${end}`;
}
