/**
 * Formats numbers and words for the page.
 */

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Escapes text for HTML and SVG. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities.get(character)!);
}

/** A number with three significant digits and separated thousands. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const digits = size >= 100 || value === 0 ? 0 : size >= 10 ? 1 : 2;
  const [whole = '', part] = value.toFixed(digits).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '\u202f');
  const end = part?.replace(/0+$/, '') ?? '';
  return end === '' ? grouped : `${grouped}.${end}`;
}
