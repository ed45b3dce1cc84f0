/** Gathers what a host is told of a conversion: the same words about several settings are one line. */

/** So many settings of one line are named. */
const mostNamed = 5;
/** So many lines are printed. */
const mostLines = 200;

/** What is told; the order is that in which it was found. */
export class Notes {
  readonly #places = new Map<string, Set<string>>();
  /** How many settings were taken over, pinned, and left because Gavel needs none. */
  taken = 0;
  pinned = 0;
  needless = 0;
  /** Stands before every place, such as an account's name. */
  prefix = '';

  /** Tells `text` about the old setting `place` ('' for the whole). */
  tell(place: string, text: string): void {
    const places = this.#places.get(text) ?? new Set();
    const whole = `${this.prefix} ${place}`.trim();
    this.#places.set(text, places.add(whole));
  }

  /** What was told, a line each, the first two hundred. */
  lines(): string[] {
    const all = [...this.#places].map(([text, places]) => `${named([...places])}${text}`);
    if (all.length <= mostLines) return all;
    return [...all.slice(0, mostLines), `and ${all.length - mostLines} more: mend these first`];
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
