/** Collects what the host must know about a conversion. The same text about several settings becomes one line. */

/** How many settings one line names. */
const mostNamed = 5;
/** How many lines are printed. */
const mostLines = 200;

/** The notes of a conversion, in the order in which they were made. */
export class Notes {
  readonly #places = new Map<string, Set<string>>();
  /** How many settings were taken over, how many were pinned, and how many Gavel does not need. */
  taken = 0;
  pinned = 0;
  needless = 0;
  /** Begins every place, such as an account's name. */
  prefix = '';

  /** Notes `text` about the old setting `place` ('' for the whole file). */
  tell(place: string, text: string): void {
    const places = this.#places.get(text) ?? new Set();
    const whole = `${this.prefix} ${place}`.trim();
    this.#places.set(text, places.add(whole));
  }

  /** The notes, one line each; at most two hundred, and how many more there are. */
  lines(): string[] {
    const all = [...this.#places].map(([text, places]) => `${named([...places])}${text}`);
    if (all.length <= mostLines) return all;
    return [...all.slice(0, mostLines), `and ${all.length - mostLines} more: fix these first`];
  }
}

function named(places: readonly string[]): string {
  const some = places.filter((place) => place !== '');
  return some.length === 0 ? '' : `${listed(some, mostNamed)}: `;
}

/** The first `most` of `names`, and how many more there are. */
export function listed(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}
